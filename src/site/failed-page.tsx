import { ErrorState } from '../ui/data/error-state.tsx'
import { Page } from './page.tsx'

type FailedPageProps = {
  /** What the page would be called. */
  title: string
  errorTitle: string
  query: Parameters<typeof ErrorState>[0]['query']
}

/** Shown instead of a page about one thing whose data could not be loaded. */
export const FailedPage = ({ title, errorTitle, query }: FailedPageProps) => (
  <Page title={title}>
    <h1 className="sr-only">{title}</h1>
    <ErrorState title={errorTitle} query={query} />
  </Page>
)
