import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { trackLinkOf } from '../../../spotify/track-link.shared.ts'
import { call, errorMessage, failureCode } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogLater } from '../../../ui/dialog-later.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextLink } from '../../../ui/link.tsx'
import { componentLater } from '../../../ui/load-later.ts'
import { useSite } from '../../../ui/site.tsx'
import { toast } from '../../../ui/toast.ts'
import { type DisplayedTrack, trackTitle } from '../track-title.ts'

const SwapDialog = componentLater(() => import('./swap-dialog.tsx'), 'SwapDialog')

type AddToListProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'title'>
  /** The member whose list or drop it is on; without one, as in charts, nobody is remembered. */
  owner?: string | undefined
}

/** Adds the track to the signed-in member's own list; asks which one goes when that is full. */
export function AddToList({ track, owner }: AddToListProps) {
  const { brand } = useSite()
  const user = useCurrentUser()
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [swapping, setSwapping] = useState(false)
  if (!user || user.username === owner) return null

  async function add(replaces?: number) {
    setPending(true)
    try {
      await call('POST /api/tracks', {
        body: {
          spotifyUrl: trackLinkOf(track.spotify_track_id),
          ...(owner !== undefined && { via: owner }),
          ...(replaces !== undefined && { replaces }),
        },
      })
      setSwapping(false)
      void client.invalidateQueries({ refetchType: 'none' })
      void toast(`Added to your ${brand}`, {
        description: <TextLink href={paths.home}>See your list</TextLink>,
        kind: 'success',
      })
    } catch (error) {
      if (failureCode(error) === 'list_full') setSwapping(true)
      else
        void toast('Failed to add track', {
          description: errorMessage(error, 'An error occurred while adding the track'),
          kind: 'error',
        })
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        iconOnly
        icon={<Icon shape={Plus} size={20} />}
        pending={pending}
        onClick={() => void add()}
      >
        Add to my {brand}: {trackTitle(track)}
      </Button>
      {swapping && (
        <DialogLater onClose={() => setSwapping(false)}>
          <SwapDialog
            title={trackTitle(track)}
            isPending={pending}
            onChoose={id => void add(id)}
            onClose={() => setSwapping(false)}
          />
        </DialogLater>
      )}
    </>
  )
}
