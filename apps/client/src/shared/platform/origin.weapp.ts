/** A mini-program has no address of its own: its server's is the one to give away. */
export const ownOrigin = (): string => API_BASE
