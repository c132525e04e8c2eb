import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster } from 'sonner'
import { toastHost } from './toast.ts'

/** Loaded by `toaster.tsx` with the first toast. */
export function ToasterHost() {
  useEffect(() => toastHost.stands(), [])
  const isNarrow = useSyncExternalStore(narrow.subscribe, narrow.now)
  return (
    <Toaster
      // The lower edge belongs to buttons: those of sheets and forms, the bar, Save and Cancel.
      position={isNarrow ? 'top-center' : 'bottom-right'}
      visibleToasts={1}
      offset="1.5rem"
      mobileOffset={{ top: 'calc(0.75rem + env(safe-area-inset-top))' }}
      icons={{
        success: <CircleCheck size={20} className="text-good" />,
        error: <CircleAlert size={20} className="text-danger" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'night flex w-full items-start gap-3 rounded-control border border-line bg-surface px-4 py-3 text-ink shadow-float sm:w-96',
          title: 'font-display font-bold',
          description: 'text-sm text-muted',
        },
      }}
    />
  )
}

const query = '(max-width: 63.99rem)'
const narrow = {
  subscribe(listener: () => void) {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  },
  now: () => window.matchMedia(query).matches,
}
