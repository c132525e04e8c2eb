import { ReminderSwitch } from '../../../members/screens/settings/reminder-switch.tsx'
import { useDropState } from '../use-drops.ts'

/** Not beside the drop button: on that day it would be a second thing to press. The settings have it on all days. */
export function ReminderWhileWaiting() {
  const { wait } = useDropState()
  return wait ? <ReminderSwitch /> : null
}
