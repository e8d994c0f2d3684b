const FIRST_MS = 250
const LONGEST_MS = 8000
/** Clients that a gateway has lost at one moment must not all come back at one moment. */
const SPREAD = 0.5

/** How long to wait before a try, by how many have failed since the link last stood. The first goes at once. */
export const backoffMs = (failures: number, random: () => number): number => {
  if (failures === 0) return 0
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round(longest * (1 - SPREAD * random()))
}
