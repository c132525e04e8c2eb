import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../../ui/data/api.ts'
import { ErrorMessage } from '../../../ui/data/error-state.tsx'
import { useCall } from '../../../ui/data/use-call.ts'
import { browserTimeZone, FrequencyList, savedFrequencyText } from './frequency-list.tsx'

export const mailFrequencyQuery = query('GET /api/user/mail-frequency', {})

export function MailFrequencySetting() {
  const client = useQueryClient()
  const { data } = useQuery(mailFrequencyQuery)
  const choose = useCall('PUT /api/user/mail-frequency', {
    onSuccess: saved => client.setQueryData(mailFrequencyQuery.queryKey, saved),
  })
  if (!data) return null
  return (
    <div className="grid grid-cols-1 gap-3">
      <FrequencyList
        choice={choose.isPending ? { ...data, frequency: choose.variables.body.frequency } : data}
        onChange={frequency => choose.mutate({ body: { frequency, timeZone: browserTimeZone() } })}
      />
      <p role="status" className="text-sm font-medium text-good empty:hidden">
        {choose.isSuccess && savedFrequencyText(data.frequency)}
      </p>
      {data.isSuppressed && (
        <p className="text-sm text-muted">
          No drops are mailed to your address, because a mail came back or was called spam. To get
          them again, log out and choose a new password by “Forgot password?”.
        </p>
      )}
      <ErrorMessage>{choose.error?.message}</ErrorMessage>
    </div>
  )
}
