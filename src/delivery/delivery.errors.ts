import { Failure } from '../platform/errors.ts'

export const deliveryStopped = () =>
  new Failure('delivery_stopped', 'You stopped this drop, so nobody else will get it.')

export const deliveryFinished = () =>
  new Failure('delivery_finished', 'This drop is no longer being sent: there is nothing to stop.')
