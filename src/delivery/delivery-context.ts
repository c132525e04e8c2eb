import type { Context } from '../platform/context.ts'

export type DeliveryContext = Pick<Context, 'db' | 'clock' | 'config' | 'linkKey' | 'log'> & {
  notifySender(): void
}
