/**
 * Gives the page that it is on, with its bars and dialogs, the colors of a cover (theme.css). As a style element it comes
 * with the page's first bytes, goes with the screen, and changes with the page's data.
 */
export function Worn({ tone }: { tone: string }) {
  const [light, dark] = [`#${tone.slice(0, 6)}`, `#${tone.slice(6)}`]
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark} />
      <style className="worn">{`:root{--ground:light-dark(${light},${dark})}`}</style>
    </>
  )
}
