import { useFormatDate } from '../../ui/dates.ts'

export function DropDate({ at }: { at: string }) {
  const formatDate = useFormatDate()
  return <time dateTime={at}>{formatDate(at)}</time>
}
