import type { ReactNode } from 'react'
import { LinkifiedText } from './linkified-text.tsx'

type NoteProps = {
  text: string
  /** Who and when, under the words. */
  children?: ReactNode
}

/** A member's own words. Ink-blue in both themes, where the link colour is readable. */
export function Note({ text, children }: NoteProps) {
  return (
    <figure className="night grid gap-3 rounded-card border border-line bg-surface p-5 text-ink sm:p-6">
      <blockquote className="text-lg leading-snug whitespace-pre-line sm:text-xl">
        <LinkifiedText text={text} />
      </blockquote>
      {children && <figcaption className="text-sm text-muted">{children}</figcaption>}
    </figure>
  )
}
