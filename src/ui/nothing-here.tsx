import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import { Page } from './page.tsx'

type NothingHereProps = { title: string; children: ReactNode; action: ReactNode }

/** A whole page about something that is not there. */
export function NothingHere({ title, children, action }: NothingHereProps) {
  return (
    <Page width="list" className="justify-items-start sm:py-20">
      <Mark empty className="size-16 text-muted" />
      <div className="grid gap-2">
        <h1 className="font-display text-title font-extrabold">{title}</h1>
        <p className="text-lg text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-2">{action}</div>
    </Page>
  )
}
