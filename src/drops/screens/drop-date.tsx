import { formatDate } from '../../ui/format.ts'

export function DropDate({ at }: { at: string }) {
  return <time dateTime={at}>{formatDate(at)}</time>
}
