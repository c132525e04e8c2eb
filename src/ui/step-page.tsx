import { type ReactNode, useEffect, useRef } from 'react'
import { Page } from './page.tsx'
import { useSite } from './site.tsx'

type StepPageProps = {
  documentTitle?: string
  heading: string
  picture: ReactNode
  /** Whether this shows the result of a step; then the heading takes the focus from the pressed button. */
  isResult?: boolean
  children: ReactNode
}

export function StepPage({
  heading,
  documentTitle = heading,
  picture,
  isResult = false,
  children,
}: StepPageProps) {
  const { brand } = useSite()
  const title = useRef<HTMLHeadingElement>(null)
  const wasResult = useRef(isResult)
  useEffect(() => {
    if (isResult && !wasResult.current) title.current?.focus()
    wasResult.current = isResult
  }, [isResult])
  return (
    <Page width="narrow" className="sm:py-20">
      <title>{`${documentTitle} - ${brand}`}</title>
      <div className="grid grid-cols-1 gap-5">
        {picture}
        <h1
          ref={title}
          tabIndex={-1}
          className="font-display text-title font-extrabold outline-none"
        >
          {heading}
        </h1>
        {children}
      </div>
    </Page>
  )
}

export const stepButton = 'max-sm:w-full sm:justify-self-start'
