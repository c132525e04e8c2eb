import { Fragment } from 'react'

/** A name that breaks after _ and -, and within a word only where a line has no room for the word. */
export const WholeName = ({ name }: { name: string }) => (
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
