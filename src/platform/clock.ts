/** Where "now" comes from. Rules about days and hours ask it, so that tests can move time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
