import type { IconNode } from 'lucide'
import { classes } from './classes.ts'

type IconProps = {
  icon: IconNode
  size: number
  className?: string
}

/** Its shapes are one string: a page has hundreds of them, and React takes as long for a shape as for a button. */
export const Icon = ({ icon, size, className }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    className={classes('icon', className)}
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: lucide's own shapes, which no input reaches
    dangerouslySetInnerHTML={{ __html: icon.map(toMarkup).join('') }}
  />
)

function toMarkup([tag, attributes]: IconNode[number]): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<${tag}${pairs.join('')}/>`
}
