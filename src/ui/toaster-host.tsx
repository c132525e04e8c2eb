import { CircleAlert, CircleCheck } from 'lucide'
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster } from 'sonner'
import { Icon } from './icon.tsx'
import { reportToasterMounted } from './toast.ts'

export function ToasterHost() {
  useEffect(reportToasterMounted, [])
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => narrow().matches)
  return (
    <Toaster
      // At the bottom of a narrow screen are the buttons of sheets, forms and unsaved changes, and the navigation.
      position={isNarrow ? 'top-center' : 'bottom-right'}
      visibleToasts={1}
      offset="calc(1.5rem + var(--player-height))"
      mobileOffset={{ top: 'calc(0.75rem + env(safe-area-inset-top))' }}
      icons={{
        success: <Icon shape={CircleCheck} size={20} className="text-good" />,
        error: <Icon shape={CircleAlert} size={20} className="text-danger" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'dark-block flex w-full items-start gap-3 rounded-control border border-line bg-surface px-4 py-3 text-ink shadow-float sm:w-96',
          title: 'font-bold',
          description: 'text-sm text-muted',
          actionButton:
            '-my-1 ml-auto min-h-11 shrink-0 rounded-control px-3 font-semibold hover:bg-sunken',
        },
      }}
    />
  )
}

const narrow = () => window.matchMedia('(max-width: 74.99rem)')

function subscribeToWidth(listener: () => void) {
  const media = narrow()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
