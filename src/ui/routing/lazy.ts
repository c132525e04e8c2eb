import { type FunctionComponent, lazy } from 'react'

/**
 * Thrown where code could not be downloaded. Chromium up to 147 and Firefox up to 154 then fail each later import
 * of that file, until the document is loaded anew.
 */
export class DownloadError extends Error {}

/** @throws {DownloadError} */
export const downloadCode = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(cause => {
    throw new DownloadError('Part of this page could not be downloaded', { cause })
  })

/** A component that is no part of the first download of public pages and /home. It needs a `LazyBoundary`. */
export const lazyComponent = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await downloadCode(load))[name] }))

/** Loads the document anew. Nothing happens without a response, or when another page has its URL by then. */
export async function reloadIfServerAnswers(): Promise<boolean> {
  const page = urlOfPage()
  const response = await fetch(page, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!response || response.status >= 500 || urlOfPage() !== page) return false
  window.location.reload()
  return true
}

/** The fragment may change meanwhile: it is of the same page. */
const urlOfPage = () => window.location.pathname + window.location.search
