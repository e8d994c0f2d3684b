/** Stands still until `advance`. */
export const createFakeClock = (start = new Date('2026-11-15T08:00:00Z')) => {
  let now = start
  return {
    now: () => now,
    advance: (milliseconds: number): void => {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}
