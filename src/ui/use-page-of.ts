import { useState } from 'react'

/** Which page of a list is shown; whenever what the list is asked for changes, the first again. */
export function usePageOf(asked: string): [number, (page: number) => void] {
  const [shown, setShown] = useState({ page: 1, asked })
  if (shown.asked !== asked) setShown({ page: 1, asked })
  return [shown.asked === asked ? shown.page : 1, page => setShown({ page, asked })]
}
