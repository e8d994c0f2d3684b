const FIRST_MS = 200
const LONGEST_MS = 10_000

/**
 * How long to wait after so many failures in a row: twice as long each time, and at random in the upper half, so that
 * the phones of a host that went down do not all come back in the same instant.
 */
export function backoffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16))
  return fullMs * (0.5 + random() / 2)
}
