import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { returnedSongsHash, songsCameBack } from '../returned-songs.shared.ts'
import { returnedSongsQuery } from './returned-songs.tsx'

/** Leads from the head of /home to what came back, which is below the list. */
export function SongsCount() {
  const { data } = useQuery(returnedSongsQuery)
  if (!data || data.total === 0) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      href={`#${returnedSongsHash}`}
      className="px-0! mr-3 underline decoration-line-strong underline-offset-4"
    >
      {songsCameBack(data.total)}
    </Button>
  )
}
