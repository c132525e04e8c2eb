import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { query } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { SavedSwitch } from '../../ui/forms/saved-switch.tsx'

export const reminderQuery = query('GET /api/drops/reminder', {})

/** Switches the reminder of the member's own next drop, at once. */
export function ReminderSwitch() {
  const client = useQueryClient()
  const { data } = useQuery(reminderQuery)
  const change = useCall('PUT /api/drops/reminder', {
    onSuccess: reminder => client.setQueryData(reminderQuery.queryKey, reminder),
  })
  const isConfirmed = useCurrentUser()?.email_confirmed
  if (!data) return null
  const isOn = change.isPending ? change.variables.body.isOn : data.isOn
  return (
    <SavedSwitch
      isOn={isOn}
      onChange={on => change.mutate({ body: { isOn: on } })}
      hasFailed={change.isError}
      status={isOn && howItComes[data.by ?? (isConfirmed ? 'suppressed' : 'unconfirmed')]}
    >
      Remind me when the next drop opens
    </SavedSwitch>
  )
}

const howItComes = {
  mail: 'By email, once a week at most.',
  notification: 'By a notification on your devices, once a week at most.',
  suppressed: 'No mail comes to your address. Turn on notifications in Settings.',
  unconfirmed: 'Confirm your email address first.',
}
