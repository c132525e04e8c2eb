type ToastOptions = {
  description?: string
  /** Milliseconds. */
  duration?: number
  kind?: 'info' | 'success' | 'error'
}

/** Shows one message, taking away the one before it. Nothing that matters may be said here alone. */
export async function toast(
  title: string,
  { description, duration = 5000, kind = 'info' }: ToastOptions = {},
): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const [{ toast: sonner }] = await Promise.all([import('sonner'), hostReady])
  sonner.dismiss()
  const show = kind === 'info' ? sonner : sonner[kind]
  show(title, { description, duration })
}

/** For what opens in front of the page: the last message is not about it, and must not lie over it. */
export function dismissToast(): void {
  if (wanted) void import('sonner').then(({ toast: sonner }) => sonner.dismiss())
}

// What the host component listens to: it loads only once a first toast is wanted, and a toast waits until it stands.
let wanted = false
const listeners = new Set<() => void>()
let standing: () => void = () => {}
const hostReady = new Promise<void>(resolve => {
  standing = resolve
})

export const toastHost = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  wanted: () => wanted,
  stands: () => standing(),
}
