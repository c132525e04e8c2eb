import type { ComponentProps } from 'react'
import { findLinks } from './find-links.ts'

type LinkedTextProps = Omit<ComponentProps<'a'>, 'children' | 'href'> & { text: string }

/** A text whose URLs are links with these attributes. */
export function LinkedText({ text, ...link }: LinkedTextProps) {
  return findLinks(text).map(({ text: part, href, offset }) =>
    href ? (
      <a key={offset} href={href} {...link}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
