/** How long a toast stands unless it is told otherwise. */
export const TOAST_MS = 2_000
