import { useEffect, useState } from 'react'
import { nobody } from '../../members/screens/browser-state.ts'
import { joinPath, yourSevenId } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { EmptySlots } from '../../tracks/screens/editor/empty-slot.tsx'
import { unsavedList } from '../../tracks/screens/editor/unsaved-list.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { useSite } from '../../ui/site.tsx'

const TryEditor = componentLater(() => import('./try-editor.tsx'), 'TryEditor')

/** Visitors begin their list here, and find it on /home once they have an account. */
export function YourSeven() {
  const { registration } = useSite()
  const canTry = useCurrentUser() === null && registration !== 'closed'
  return (
    <section
      id={yourSevenId}
      className="mx-auto grid max-w-page grid-cols-1 items-start gap-x-14 gap-y-6 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[1fr_1.5fr] lg:grid-rows-[auto_1fr]"
    >
      <div className="grid gap-5">
        <h2 className="font-display text-display font-black">What are your seven?</h2>
        {canTry && (
          <p className="max-w-lg text-lg text-muted">
            Paste links and put them in order, without an account. The list stays in this browser
            and is there when you join.
          </p>
        )}
      </div>
      {canTry && (
        <div className="lg:col-start-2 lg:row-span-2">
          <TriedList />
        </div>
      )}
      <Button href={joinPath} size="lg" className="justify-self-start max-sm:w-full">
        Get Started
      </Button>
    </section>
  )
}

/** Seven places; pressing one downloads the editor and opens its dialog. */
function TriedList() {
  const [state, setState] = useState<'slots' | 'adding' | 'kept'>('slots')
  useEffect(() => {
    if (unsavedList(nobody).read()) setState('kept')
  }, [])
  const slots = (
    <EmptySlots count={0} onAdd={() => setState('adding')} onPreload={TryEditor.preload} />
  )
  if (state === 'slots') return slots
  return (
    <DialogLater loading={slots} onClose={() => setState('slots')}>
      <TryEditor isAdding={state === 'adding'} />
    </DialogLater>
  )
}
