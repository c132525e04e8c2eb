import type { Context } from '../platform/context.ts'

/** `notifySender` tells the sender of this process that deliveries were added. */
export type DeliveryContext = Pick<Context, 'db' | 'clock' | 'config' | 'log'> & {
  notifySender(): void
}
