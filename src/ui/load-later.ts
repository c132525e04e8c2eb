import { createElement, type FunctionComponent, use } from 'react'

/** A module that is not part of a page's first download. */
export type Later<Module> = {
  /**
   * Downloads it; throws `DownloadError`, after which the next call tries again. In Chromium up to 147 and Firefox up to
   * 154 a file that failed once fails until the document is loaded anew, so nothing is downloaded on a hover
   * whose failure only a second press would show.
   */
  load(): Promise<Module>
  /** While rendering: suspends until it is there, and throws `DownloadError` if it cannot be had. */
  use(): Module
}

/** Thrown to a boundary, it must be forgotten before the code can be asked for again. */
export class DownloadError extends Error {
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super(
      'Part of this page could not be loaded. Check your connection and try again, or reload the page: there may be a new version.',
      { cause },
    )
    this.forget = forget
  }
}

/** Ends failures that last as long as the document. Without an answer, or at another address by then, nothing happens. */
export async function reloadIfServerAnswers(): Promise<boolean> {
  const { href } = window.location
  const answer = await fetch(href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer || answer.status >= 500 || window.location.href !== href) return false
  window.location.reload()
  return true
}

/** For public pages and /home, whose first download has a limit; other pages import all they need. */
export function loadLater<Module>(download: () => Promise<Module>): Later<Module> {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  const forget = () => {
    loading = undefined
  }

  // A failed download stays until it is forgotten: React would otherwise retry it on each rendering.
  async function start() {
    try {
      loaded = await download()
      return loaded
    } catch (cause) {
      throw new DownloadError(cause, forget)
    }
  }

  async function load() {
    if (loaded) return loaded
    loading ??= start()
    try {
      return await loading
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    load,
    use() {
      if (loaded) return loaded
      loading ??= start()
      return use(loading)
    },
  }
}

/** A component that its module exports by name. It has to be inside a `LoadBoundary`. */
export function componentLater<Name extends string, Props extends object>(
  download: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
) {
  const later = loadLater(download)
  const Later = (props: Props) => createElement(later.use()[name], props)
  return Object.assign(Later, { load: later.load })
}
