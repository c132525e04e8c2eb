import { createElement, type SVGProps } from 'react'
import { classes } from './classes.ts'

type IconData = { name: string; node: [tag: string, attributes: object][] }
type IconProps = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Takes the place of lucide-react's function of that purpose (vite.config.ts), which computes every attribute at
 * each rendering and thereby takes a tenth of a page's time. The elements are the same.
 */
function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ size = 24, className, ...rest }: IconProps) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: each use says how it is read
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={classes('lucide', `lucide-${name}`, className)}
        {...rest}
      >
        {shapes}
      </svg>
    )
  }
}

export { createIcon as default }
