import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { query } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { Switch } from '../../ui/forms/switch.tsx'

export const songSettingQuery = query('GET /api/returned-songs/setting', {})

/** Whether followers can send songs. Applies at once. */
export function SongSwitch() {
  const client = useQueryClient()
  const { data } = useQuery(songSettingQuery)
  const change = useCall('PUT /api/returned-songs/setting', {
    onSuccess: setting => client.setQueryData(songSettingQuery.queryKey, setting),
  })
  const status = useId()
  if (!data) return null
  const isOn = change.isPending ? change.variables.body.isOn : data.isOn
  return (
    <div className="w-full">
      <Switch
        checked={isOn}
        aria-describedby={status}
        onChange={event => change.mutate({ body: { isOn: event.target.checked } })}
      >
        Followers can send me one song for each drop
      </Switch>
      <p id={status} role="status" className="text-sm text-muted">
        {change.isError
          ? 'That did not work. Check your connection and try again.'
          : isOn
            ? 'You alone see what comes back, under your list.'
            : 'Nobody is asked for a song, and what came back is not shown.'}
      </p>
    </div>
  )
}
