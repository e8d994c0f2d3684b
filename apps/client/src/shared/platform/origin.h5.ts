/** Where this client was loaded from. */
export const ownOrigin = (): string => location.origin
