import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { query } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { Switch } from '../../ui/forms/switch.tsx'

export const reminderQuery = query('GET /api/drops/reminder', {})

/** Of the member's own next drop. Applies at once. */
export function ReminderSwitch() {
  const client = useQueryClient()
  const { data } = useQuery(reminderQuery)
  const change = useCall('PUT /api/drops/reminder', {
    onSuccess: reminder => client.setQueryData(reminderQuery.queryKey, reminder),
  })
  const status = useId()
  const isConfirmed = useCurrentUser()?.email_confirmed
  if (!data) return null
  const isOn = change.isPending ? change.variables.body.isOn : data.isOn
  return (
    <div className="w-full">
      <Switch
        checked={isOn}
        aria-describedby={status}
        onChange={event => change.mutate({ body: { isOn: event.target.checked } })}
      >
        Remind me when the next drop opens
      </Switch>
      <p id={status} role="status" className="text-sm text-muted empty:hidden">
        {change.isError
          ? 'That did not work. Check your connection and try again.'
          : isOn && howItComes[data.by ?? (isConfirmed ? 'suppressed' : 'unconfirmed')]}
      </p>
    </div>
  )
}

const howItComes = {
  mail: 'By email, once a week at most.',
  notification: 'By a notification on your devices, once a week at most.',
  suppressed: 'No mail comes to your address. Turn on notifications in Settings.',
  unconfirmed: 'Confirm your email address first, or turn on notifications in Settings.',
}
