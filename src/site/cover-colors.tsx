import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { useStore } from '../ui/create-store.ts'
import { backgroundProperties, backgroundsOf } from '../ui/theme/cover-backgrounds.ts'
import { currentTheme, themeColors } from '../ui/theme/theme.ts'

/**
 * Gives the page that it is on, with its bars and dialogs, the colors of a cover with this main color (theme.css). As a
 * style element it comes with the page's first bytes, goes with the screen, and changes with the page's data.
 */
export function CoverColors({ color }: { color: string }) {
  const { light, dark, isDark } = backgroundsOf(color)
  const theme = useStore(currentTheme)
  return (
    <>
      {themeColors(`#${light}`, `#${dark}`, isDark ? 'dark' : theme).map(meta => (
        <meta key={meta.content} name="theme-color" {...meta} />
      ))}
      <style className="cover-colors">{`:root:root{${backgroundProperties(color)}}`}</style>
    </>
  )
}

type DarkCoverProps = { color: string | null; className: string; children: ReactNode }

/** A block in the dark background of a cover in both themes, or of the product before the cover was read. */
export const DarkCover = ({ color, className, children }: DarkCoverProps) => (
  <div
    style={color ? ({ '--ground': `#${backgroundsOf(color).dark}` } as CSSProperties) : undefined}
    className={classes(color ? 'dark-cover' : 'dark-block', 'bg-canvas text-ink', className)}
  >
    {children}
  </div>
)
