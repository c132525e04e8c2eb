import { Plus } from 'lucide'
import { useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { useSite } from '../../../site/site.tsx'
import { trackLinkOf } from '../../../spotify/page-links.shared.ts'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { errorMessage, failureCode } from '../../../ui/data/api.ts'
import { useCall } from '../../../ui/data/use-call.ts'
import { Icon } from '../../../ui/icon.tsx'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import { TextLink } from '../../../ui/routing/link.tsx'
import type { DisplayedTrack } from '../../tracks.schemas.ts'
import { SwapDialog } from './swap-dialog.tsx'

type AddToListProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'title'>
  /** The member from whose page or song it is taken. */
  via?: string | undefined
  withLabel?: boolean
  isOutlined?: boolean
  label?: string
}

/** Adds the track to the signed-in member's own list; asks which one goes when that is full. Not shown at a member's own tracks. */
export function AddToList({
  track,
  via,
  withLabel = false,
  isOutlined = false,
  ...props
}: AddToListProps) {
  const { brand } = useSite()
  const { label = `Add to my ${brand}` } = props
  const user = useCurrentUser()
  const [swapping, setSwapping] = useState(false)
  const adding = useCall('POST /api/tracks', {
    onSuccess() {
      setSwapping(false)
      void toast(`Added to your ${brand}`, {
        description: <TextLink href={paths.home}>See your list</TextLink>,
        kind: 'success',
      })
    },
    onError(error) {
      if (failureCode(error) === 'list_full') setSwapping(true)
      else
        void toastError(
          'Failed to add track',
          errorMessage(error, 'An error occurred while adding the track'),
        )
    },
  })
  const add = (replaces?: number) =>
    adding.mutate({
      body: {
        spotifyUrl: trackLinkOf(track.spotify_track_id),
        ...(via !== undefined && { via }),
        ...(replaces !== undefined && { replaces }),
      },
    })
  if (!user || user.username === via) return null

  return (
    <>
      <Button
        variant={isOutlined ? 'secondary' : 'quiet'}
        iconOnly={!withLabel}
        icon={<Icon icon={Plus} size={20} />}
        aria-label={`${label}: ${trackTitle(track)}`}
        pending={adding.isPending}
        onClick={() => add()}
        className={
          isOutlined
            ? 'w-full'
            : withLabel
              ? 'justify-start! px-0! text-left! whitespace-nowrap'
              : undefined
        }
      >
        {label}
      </Button>
      {swapping && (
        <SwapDialog
          title={trackTitle(track)}
          isPending={adding.isPending}
          onChoose={add}
          onClose={() => setSwapping(false)}
        />
      )}
    </>
  )
}
