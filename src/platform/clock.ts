/** The source of the current time for rules about hours and days; tests set their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
