import { useStore } from '../ui/create-store.ts'
import { currentTheme, themeColors } from '../ui/theme/theme.ts'

/**
 * Gives the page that it is on, with its bars and dialogs, the colors of a cover (theme.css). As a style element it comes
 * with the page's first bytes, goes with the screen, and changes with the page's data.
 */
export function CoverColors({ tone }: { tone: string }) {
  const [light, dark] = [`#${tone.slice(0, 6)}`, `#${tone.slice(6)}`] as const
  return (
    <>
      {themeColors(light, dark, useStore(currentTheme)).map(color => (
        <meta key={color.content} name="theme-color" {...color} />
      ))}
      <style className="cover-colors">{`:root{--ground:light-dark(${light},${dark})}`}</style>
    </>
  )
}
