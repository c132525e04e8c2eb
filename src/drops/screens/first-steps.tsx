import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronRight, X } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { nextPlaceId } from '../../tracks/screens/editor/empty-slot.tsx'
import { maxTracks } from '../../tracks/tracks.shared.ts'
import { call, query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { toast } from '../../ui/toast.ts'
import type { FirstStep } from '../first-steps/first-steps.schemas.ts'
import { dropButtonId } from './drop-button.tsx'

export const firstStepsQuery = query('GET /api/first-steps', {})

/** What a new member can do first, and what is done; nothing once all is done or the member closed it. */
export function FirstSteps({ onAdd, onDrop }: { onAdd: () => void; onDrop: () => void }) {
  const steps = useQuery(firstStepsQuery).data
  const closing = useClosing()
  if (!steps || steps.closed) return null
  const next = order.find(step => !steps.done.includes(step))
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-3 rounded-card border border-line bg-surface p-4 pb-2 sm:px-6 sm:pt-5 sm:pb-3"
    >
      <header className="flex items-center gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="first-steps" className="font-display text-heading font-extrabold">
            First steps
          </h2>
          <p role="status" className="text-sm text-muted">
            {steps.done.length} of {order.length} done
          </p>
        </div>
        <form
          method="post"
          action={paths.home}
          className="-my-1 -mr-2 ml-auto"
          onSubmit={event => {
            event.preventDefault()
            closing.mutate()
          }}
        >
          <Button
            type="submit"
            variant="quiet"
            size="sm"
            icon={<Icon shape={X} size={16} />}
            pending={closing.isPending}
          >
            <span>
              Close<span className="max-sm:sr-only"> for good</span>
            </span>
          </Button>
        </form>
      </header>
      <ol className="-mx-2 grid gap-0.5 sm:-mx-3 sm:grid-cols-4 sm:gap-1">
        {order.map((step, index) => (
          <Step
            key={step}
            step={step}
            number={index + 1}
            isDone={steps.done.includes(step)}
            isNext={step === next}
            tracks={steps.tracks}
            onAdd={onAdd}
            onDrop={onDrop}
          />
        ))}
      </ol>
    </section>
  )
}

type StepProps = {
  step: FirstStep
  number: number
  isDone: boolean
  isNext: boolean
  /** How many the list has. */
  tracks: number
  onAdd: () => void
  onDrop: () => void
}

function Step({ step, number, isDone, isNext, tracks, onAdd, onDrop }: StepProps) {
  const place = placeOf(step, tracks)
  const open = { [`#${nextPlaceId}`]: onAdd, [`#${dropButtonId}`]: onDrop }[place]
  const content = (
    <>
      <span
        className={classes(
          'grid size-8 shrink-0 place-items-center rounded-full font-display text-sm font-extrabold',
          isDone
            ? 'bg-good-soft text-good'
            : isNext
              ? 'bg-accent text-on-accent'
              : 'border border-line-strong text-muted',
        )}
      >
        {isDone ? <Icon shape={Check} size={18} className="stroke-3" /> : number}
      </span>
      <span
        className={classes(
          'min-w-0 grow leading-snug sm:grid sm:content-start sm:gap-0.5',
          isDone ? 'flex items-baseline justify-between gap-3' : 'grid',
        )}
      >
        <span className={classes('font-semibold text-balance', isDone && 'text-muted')}>
          {titles[step]}
        </span>
        {isDone ? (
          <span className="text-sm font-medium text-good max-sm:pr-1">Done</span>
        ) : (
          <span className={classes('text-sm text-muted', !isNext && 'max-sm:sr-only')}>
            {hintOf(step, tracks)}
          </span>
        )}
      </span>
    </>
  )
  const tile =
    'flex h-full min-h-12 items-center gap-3 rounded-control p-2 sm:flex-col sm:items-start sm:p-3'
  if (isDone) return <li className={tile}>{content}</li>
  return (
    <li>
      <Link
        href={place}
        onClick={event => {
          if (!open) return
          event.preventDefault()
          open()
        }}
        className={classes(
          tile,
          'transition-colors hover:bg-sunken',
          isNext && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        {content}
        <Icon shape={ChevronRight} size={18} className="shrink-0 text-muted sm:hidden" />
      </Link>
    </li>
  )
}

const order: FirstStep[] = ['track', 'list', 'drop', 'follower']

const titles: Record<FirstStep, string> = {
  track: 'Add your first track',
  list: `Fill all ${maxTracks} places`,
  drop: 'Make your first drop',
  follower: 'Get your first follower',
}

const hintOf = (step: FirstStep, tracks: number) =>
  ({
    track: 'Paste its link from Spotify',
    list: tracks > 0 ? `${tracks} of ${maxTracks}` : 'Your best song on top',
    drop: tracks > 0 ? 'Followers get it by mail' : 'Once you have a track',
    follower: 'Send somebody your link',
  })[step]

/** Without JavaScript, links to the buttons that open the dialogs. There is no drop button without a track. */
const placeOf = (step: FirstStep, tracks: number) =>
  step === 'follower'
    ? paths.followers
    : `#${step === 'drop' && tracks > 0 ? dropButtonId : nextPlaceId}`

function useClosing() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/first-steps/close', {}),
    onSuccess() {
      client.setQueryData(firstStepsQuery.queryKey, old => old && { ...old, closed: true })
      // The pressed button goes, and a full list has no next place.
      const next = document.getElementById(nextPlaceId) ?? document.getElementById('content')
      next?.focus({ preventScroll: true })
    },
    onError(error) {
      void toast('The first steps could not be closed', {
        description: error.message,
        kind: 'error',
      })
    },
  })
}
