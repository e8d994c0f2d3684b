/** A mini-program cannot be left for an address; whoever gives it one is asked for another way. */
export const goAway = (_url: string): void => undefined
