import type { ReactNode } from 'react'
import { findLinks } from './find-links.ts'

type NoteProps = {
  text: string
  children?: ReactNode
}

/** A member's note. The block is dark in both themes, because the link color is readable only on dark. */
export function Note({ text, children }: NoteProps) {
  return (
    <figure className="dark-block grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4 text-ink sm:gap-3 sm:p-6">
      <blockquote className="leading-snug whitespace-pre-line sm:text-xl">
        <LinkedText text={text} />
      </blockquote>
      {children && <figcaption className="text-sm text-muted">{children}</figcaption>}
    </figure>
  )
}

function LinkedText({ text }: { text: string }) {
  return findLinks(text).map(({ text: part, href, offset }) =>
    href ? (
      <a
        key={offset}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="wrap-anywhere text-link underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        {part}
      </a>
    ) : (
      part
    ),
  )
}
