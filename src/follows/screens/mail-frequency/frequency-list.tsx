import { RadioList } from '../../../ui/forms/radio-list.tsx'
import type { MailFrequency } from '../../mail-frequency/mail-frequency.schemas.ts'

type FrequencyListProps = {
  choice: MailFrequency
  onChange?: (frequency: MailFrequency['frequency']) => void
}

export function FrequencyList({ choice: { frequency, timeZone }, onChange }: FrequencyListProps) {
  const where = timeZone ? `${timeZone.replaceAll('_', ' ')} time` : 'in your time zone'
  return (
    <RadioList
      legend="Drops of everyone you follow"
      name="frequency"
      {...(onChange ? { value: frequency, onChange } : { defaultValue: frequency })}
      options={[
        { value: 'single', label: 'A mail for each drop', hint: 'As soon as it is out.' },
        {
          value: 'weekly',
          label: 'One mail a week',
          hint: `Friday at 8 in the morning, ${where}. No mail in weeks without drops.`,
        },
      ]}
    />
  )
}

/** An IANA name. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const savedFrequencyText = (frequency: MailFrequency['frequency']) =>
  frequency === 'weekly'
    ? 'Saved. Drops come in one mail, on Friday morning.'
    : 'Saved. Each drop comes in a mail of its own.'
