import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, X } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { nextPlaceId } from '../../tracks/screens/editor/empty-slot.tsx'
import { maxTracks } from '../../tracks/tracks.shared.ts'
import { call, query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { toastError } from '../../ui/toast.ts'
import type { FirstStep } from '../first-steps/first-steps.schemas.ts'
import { dropButtonId } from './drop-button.tsx'

export const firstStepsQuery = query('GET /api/first-steps', {})

export function FirstSteps({ onAdd, onDrop }: { onAdd: () => void; onDrop: () => void }) {
  const { data: steps, isPending } = useQuery(firstStepsQuery)
  const closing = useClosing()
  const next = steps && order.find(step => !steps.done.includes(step))
  // Its space is there before it is known, so that what is below does not move.
  if (isPending) return <div className="h-14.5" />
  if (!next || steps.closed) return null
  const place = placeOf(next, steps.tracks)
  const open = { [`#${nextPlaceId}`]: onAdd, [`#${dropButtonId}`]: onDrop }[place]
  return (
    <section
      aria-label="First steps"
      className="flex items-center gap-x-3 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4"
    >
      <p role="status" className="text-sm whitespace-nowrap text-muted">
        <span className="max-sm:sr-only">First steps: </span>
        {steps.done.length} of {order.length}
        <span className="max-sm:sr-only"> done</span>
      </p>
      <Link
        href={place}
        onClick={event => {
          if (!open) return
          event.preventDefault()
          open()
        }}
        className="inline-flex min-h-11 min-w-0 grow items-center gap-1 leading-tight font-semibold text-accent hover:text-accent-hover"
      >
        {titles[next]}
        <Icon shape={ChevronRight} size={18} className="shrink-0" />
      </Link>
      <form
        method="post"
        action={paths.home}
        onSubmit={event => {
          event.preventDefault()
          closing.mutate()
        }}
      >
        <Button
          type="submit"
          variant="quiet"
          iconOnly
          icon={<Icon shape={X} size={18} />}
          pending={closing.isPending}
        >
          Close for good
        </Button>
      </form>
    </section>
  )
}

const order: FirstStep[] = ['track', 'list', 'drop', 'follower']

const titles: Record<FirstStep, string> = {
  track: 'Add your first track',
  list: `Fill all ${maxTracks} places`,
  drop: 'Make your first drop',
  follower: 'Get your first follower',
}

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
      void toastError('The first steps could not be closed', error.message)
    },
  })
}
