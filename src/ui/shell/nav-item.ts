import type { ReactNode } from 'react'

/** One place to go. The app decides which is current. */
export type NavItem = { href: string; label: string; icon: ReactNode; current?: boolean }
