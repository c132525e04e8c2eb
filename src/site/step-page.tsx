import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from './logo.tsx'
import { Page } from './page.tsx'

type StepPageProps = {
  documentTitle?: string
  heading: string
  /** The heading of a result takes the focus from the button that was clicked. */
  state?: keyof typeof pictures
  picture?: ReactNode
  children: ReactNode
}

export function StepPage({
  heading,
  documentTitle = heading,
  state = 'question',
  picture = pictures[state],
  children,
}: StepPageProps) {
  const isResult = state !== 'question'
  const title = useRef<HTMLHeadingElement>(null)
  const wasResult = useRef(isResult)
  useEffect(() => {
    if (isResult && !wasResult.current) title.current?.focus()
    wasResult.current = isResult
  }, [isResult])
  return (
    <Page title={documentTitle} width="narrow" className="sm:py-20">
      <div className="grid grid-cols-1 gap-5">
        {picture}
        <h1 ref={title} tabIndex={-1} className="text-title font-extrabold outline-none">
          {heading}
        </h1>
        {children}
      </div>
    </Page>
  )
}

const pictures = {
  question: <Logo className="size-16" />,
  done: <Logo animated className="size-16" />,
  failed: <Logo outline className="size-16 text-muted" />,
}

export const stepButton = 'max-sm:w-full sm:justify-self-start'
