import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import { Page } from './page.tsx'

type MessagePageProps = { title: string; children: ReactNode; action: ReactNode }

export function MessagePage({ title, children, action }: MessagePageProps) {
  return (
    <Page width="list" className="justify-items-start sm:py-20">
      <Logo outline className="size-16 text-muted" />
      <div className="grid gap-2">
        <h1 className="text-title font-extrabold">{title}</h1>
        <p className="text-lg text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-2">{action}</div>
    </Page>
  )
}
