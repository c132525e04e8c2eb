import { useState } from 'react'

/** Whether this image could not be loaded, and the props of its `img`, which report it. */
export function useImageFailure(src: string | null | undefined) {
  const [failed, setFailed] = useState<string>()
  const report = () => setFailed(src ?? undefined)
  return {
    hasFailed: src === failed,
    img: {
      // An image that failed before hydration does not call onError.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && image.naturalWidth === 0) report()
      },
      onError: report,
    },
  }
}
