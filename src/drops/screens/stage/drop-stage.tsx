import { useQuery } from '@tanstack/react-query'
import { Share2, X } from 'lucide'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { paths } from '../../../contract/paths.shared.ts'
import { storyPath } from '../../../share-cards/card-format.shared.ts'
import { shareOrCopy } from '../../../share-cards/screens/share-natively.ts'
import { useNewPicture } from '../../../share-cards/screens/use-new-picture.ts'
import { CoverColors } from '../../../site/cover-colors.tsx'
import { useSite } from '../../../site/site.tsx'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { trackColor } from '../../../tracks/generated-cover.shared.ts'
import { NumberOneDisc } from '../../../tracks/screens/number-one.tsx'
import { TrackArt } from '../../../tracks/screens/track-art.tsx'
import type { DisplayedTrack } from '../../../tracks/tracks.schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { query } from '../../../ui/data/api.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useModal } from '../../../ui/overlays/dialog.tsx'
import { Link } from '../../../ui/routing/link.tsx'
import type { DropListItem } from '../../drops.schemas.ts'
import { daysBetweenDrops } from '../../drops.shared.ts'
import { stageSizes } from '../drop-dialog.tsx'
import { deliveryLines } from './delivery-lines.ts'
import { landCovers } from './land-covers.ts'

type DropStageProps = {
  username: string
  drop: DropListItem
  tracks: DisplayedTrack[]
  onClose: () => void
}

/** A new drop on the whole screen, in the colors of its number one, to be shared. A click or a key ends its motion. */
export function DropStage({ username, drop, tracks, onClose }: DropStageProps) {
  const modal = useModal(onClose)
  const { isLanded, skip } = useLanding(modal.ref)
  const share = useShare(username, drop.drop_number)
  const shareButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLanded) shareButton.current?.focus()
  }, [isLanded])
  const [first, ...others] = tracks
  const color = first && trackColor(first)
  return createPortal(
    <dialog
      {...modal}
      aria-labelledby="dropped"
      onPointerDown={skip}
      onKeyDown={event => {
        if (!isLanded) event.preventDefault()
        skip()
      }}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-x-hidden overflow-y-auto overscroll-contain bg-transparent text-ink"
    >
      {color && <CoverColors color={color} />}
      <div className="dark-block fixed inset-0 bg-canvas" />
      <div data-motion="color" className="fixed inset-0 bg-canvas" />
      <div
        inert={!isLanded}
        className="relative mx-auto grid min-h-full w-full max-w-lg grid-cols-1 grid-rows-[auto_1fr_auto] gap-4 px-5 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))] md:max-w-5xl md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] md:grid-rows-[2fr_3fr] md:gap-x-12 md:px-10 md:py-12"
      >
        <header data-motion="words" className="md:col-start-2 md:self-end">
          {/* Said once everything is in its place, where a toast would cover the picture. */}
          <p role="status" className="min-h-6 font-bold">
            {isLanded && (
              <span className="animate-fade-in text-gold-ink">Drop successful! Boom!</span>
            )}
          </p>
          <h2 id="dropped" className="pr-12 font-display text-title font-black">
            <Link
              href={paths.drop(username, drop.drop_number)}
              className="underline decoration-2 underline-offset-8 hover:decoration-4"
            >
              Drop #{drop.drop_number}
            </Link>
          </h2>
          <p translate="no" className="mt-1.5 text-muted">{`@${username}`}</p>
        </header>
        <div className="grid grid-rows-[minmax(9rem,1fr)] gap-3 md:row-span-2 md:row-start-1 md:grid-rows-none md:content-center md:gap-4">
          {first && (
            <>
              {/* On a phone as large as there is room for, so that Share needs no scrolling. */}
              <div
                data-motion="first"
                className="grid items-end max-md:justify-items-center [container-type:size] md:[container-type:normal]"
              >
                <TrackArt
                  track={first}
                  hasPriority
                  sizes={stageSizes}
                  className="max-w-[min(100cqw,100cqh)] md:max-w-[calc(100dvh-18rem)]"
                />
              </div>
              <p data-motion="words" className="flex items-center gap-3">
                <NumberOneDisc isLarge />
                <span className="min-w-0">
                  <span className="block text-xl leading-tight font-extrabold">
                    <bdi translate="no">{trackTitle(first)}</bdi>
                  </span>
                  <span className="block text-muted">
                    <bdi translate="no">{first.artist}</bdi>
                  </span>
                </span>
              </p>
            </>
          )}
          <ol start={2} className="grid grid-cols-6 gap-2 md:gap-3">
            {others.map(track => (
              <li key={track.spotify_track_id} data-motion="other">
                <TrackArt track={track} hasPriority />
                <span className="sr-only">
                  {[trackTitle(track), track.artist].filter(Boolean).join(' – ')}
                </span>
              </li>
            ))}
          </ol>
        </div>
        <div data-motion="words" className="grid content-start gap-4 md:col-start-2">
          {drop.note && (
            <p
              dir="auto"
              className="font-display text-heading font-bold whitespace-pre-line md:text-3xl md:leading-tight"
            >
              {drop.note}
            </p>
          )}
          <Button
            ref={shareButton}
            size="lg"
            icon={<Icon icon={Share2} size={20} />}
            onClick={share.open}
            className="w-full md:w-auto md:justify-self-start md:px-14!"
          >
            Share
          </Button>
          <DeliveryLines drop={drop} />
          <p
            role="status"
            className="text-center text-sm break-all text-muted empty:hidden md:text-left"
          >
            {share.result}
          </p>
        </div>
        <button
          type="button"
          data-motion="words"
          onClick={onClose}
          className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-3 grid size-11 place-items-center rounded-control hover:bg-sunken md:top-8 md:right-8"
        >
          <Icon icon={X} size={22} />
          <span className="sr-only">Close</span>
        </button>
      </div>
    </dialog>,
    document.body,
  )
}

function useLanding(stage: RefObject<HTMLElement | null>) {
  const [isLanded, setLanded] = useState(false)
  const motions = useRef<Animation[]>([])
  const skip = () => {
    for (const motion of motions.current) motion.finish()
  }
  useLayoutEffect(() => {
    if (!stage.current) return
    const started = landCovers(stage.current)
    motions.current = started
    void Promise.all(started.map(({ finished }) => finished)).then(() => setLanded(true))
    return () => {
      for (const motion of started) motion.finish()
    }
  }, [stage])
  return { isLanded, skip }
}

function useShare(username: string, dropNumber: number) {
  const { publicUrl } = useSite()
  const url = publicUrl + paths.drop(username, dropNumber)
  const card = storyPath(paths.dropCard(username, dropNumber, 'current.jpg'))
  const picture = useNewPicture(card)
  const [result, setResult] = useState('')
  const title = `Drop #${dropNumber} by @${username}`
  const open = async () => setResult(await shareOrCopy({ title, url, card }, picture))
  return { open, result }
}

const maxPolls = 60

function DeliveryLines({ drop }: { drop: DropListItem }) {
  const { data } = useQuery({
    ...query('GET /api/drops/:dropNumber/delivery', {
      params: { dropNumber: drop.drop_number },
      query: { page: 1, pageSize: 1 },
    }),
    staleTime: 0,
    enabled: drop.drop_followers > 0,
    // Somebody watches: each second while it is sent; seldom when that lasts or has many to count.
    refetchInterval({ state: { data: delivery, dataUpdateCount } }) {
      if (delivery && !delivery.isRunning) return false
      const isLarge = delivery && delivery.states.audience > 10_000
      return dataUpdateCount < maxPolls && !isLarge ? 1000 : 10_000
    },
  })
  const [line, ...others] = deliveryLines(drop.drop_followers, data)
  return (
    // The height has room for what is known later, so that the cover does not move.
    <div className="grid content-start gap-1 text-center tabular-nums max-md:min-h-17 md:text-left">
      <p>{line}</p>
      <p className="text-sm text-muted">
        {[...others, `The next drop opens in ${daysBetweenDrops} days.`].join(' ')}
      </p>
    </div>
  )
}
