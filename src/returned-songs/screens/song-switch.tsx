import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { SavedSwitch } from '../../ui/forms/saved-switch.tsx'

export const songSettingQuery = query('GET /api/returned-songs/setting', {})

/** Whether followers can send songs. Applies at once. */
export function SongSwitch() {
  const client = useQueryClient()
  const { data } = useQuery(songSettingQuery)
  const change = useCall('PUT /api/returned-songs/setting', {
    onSuccess: setting => client.setQueryData(songSettingQuery.queryKey, setting),
  })
  if (!data) return null
  const isOn = change.isPending ? change.variables.body.isOn : data.isOn
  return (
    <SavedSwitch
      isOn={isOn}
      onChange={on => change.mutate({ body: { isOn: on } })}
      hasFailed={change.isError}
      status={
        isOn
          ? 'You alone see what comes back, under your list.'
          : 'Nobody is asked for a song, and what came back is not shown.'
      }
    >
      Followers can send me one song for each drop
    </SavedSwitch>
  )
}
