import { CircleAlert, CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'
import { createStore, useStore } from '../create-store.ts'
import { Icon } from '../icon.tsx'
import { reportToasterMounted, topDialog } from './toast.ts'

export function ToasterHost() {
  useEffect(reportToasterMounted, [])
  const isNarrow = useStore(narrow)
  const dialog = useStore(topDialog)
  const [container] = useState(() => document.createElement('div'))
  // What is outside a modal dialog is inert. The element moves, because another container would lose the toast.
  useEffect(() => (dialog ?? document.body).append(container), [dialog, container])
  return createPortal(
    <Toaster
      // On a narrow screen the top of the page has its menu and the way back, and the bottom of a dialog its buttons.
      position={isNarrow ? (dialog ? 'top-center' : 'bottom-center') : 'bottom-right'}
      visibleToasts={1}
      offset={isNarrow ? narrowOffset : 'calc(1.5rem + var(--player-height))'}
      mobileOffset={narrowOffset}
      icons={{
        success: <Icon icon={CircleCheck} size={20} className="text-good" />,
        error: <Icon icon={CircleAlert} size={20} className="text-danger" />,
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
    />,
    container,
  )
}

const narrowOffset = {
  top: 'calc(0.75rem + env(safe-area-inset-top))',
  bottom:
    'calc(0.75rem + env(safe-area-inset-bottom) + var(--player-height) + var(--navigation-height) + var(--floating-bar-height))',
}

const narrow = createStore(() => matchMedia('(max-width: 74.99rem)').matches, false, ['resize'])
