import { Loading, Skeleton } from '../../ui/loading.tsx'
import { DayOnTimeline } from './timeline.tsx'

/** Three days of a timeline to come. */
export function TimelineSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      {['first', 'second', 'third'].map(day => (
        <DayOnTimeline key={day} label={<Skeleton className="h-5 w-28" />}>
          <Skeleton className="h-25 rounded-card! sm:h-27" />
        </DayOnTimeline>
      ))}
    </Loading>
  )
}
