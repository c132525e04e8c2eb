import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { toastHost } from './toast.ts'

/** Loaded by `toaster.tsx` with the first toast. */
export function ToasterHost() {
  useEffect(() => toastHost.stands(), [])
  return (
    <Toaster
      position="bottom-center"
      visibleToasts={1}
      offset="1.5rem"
      mobileOffset={{ bottom: 'calc(5rem + env(safe-area-inset-bottom))' }}
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
