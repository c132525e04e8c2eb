import { Fragment } from 'react'

/** An email address. A line that has no room for it breaks before the @. */
export function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** A name that breaks after _ and -, and within a word only where a line has no room for the word. */
export const BreakableName = ({ name }: { name: string }) => (
  <span className="wrap-break-word">
    {name.split(/(?<=[_-])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name is the same until all of it changes
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
