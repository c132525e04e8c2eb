import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { LinkedText } from '../ui/text/linked-text.tsx'

type NoteProps = {
  text: string
  children?: ReactNode
}

/** Characters. A longer note has a smaller face. */
const longNote = 80

/** A member's note, in the display face. */
export function Note({ text, children }: NoteProps) {
  return (
    <figure className="grid grid-cols-1 gap-2">
      <blockquote
        dir="auto"
        className={classes(
          'font-display leading-[1.18] font-bold tracking-tight text-pretty whitespace-pre-line',
          text.length > longNote ? 'text-xl sm:text-2xl' : 'text-[1.625rem] sm:text-[2rem]',
        )}
      >
        <LinkedText
          text={text}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          // The color of the link is legible on dark alone, which it brings along.
          className="dark-block rounded-md bg-canvas box-decoration-clone px-1.5 font-sans text-[0.75em] font-semibold wrap-anywhere text-link underline decoration-1 underline-offset-3 hover:decoration-2"
        />
      </blockquote>
      {children && <figcaption className="text-sm text-muted">{children}</figcaption>}
    </figure>
  )
}
