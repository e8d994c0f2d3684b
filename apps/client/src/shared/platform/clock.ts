/** The time as epoch milliseconds, or whatever a test takes for it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
