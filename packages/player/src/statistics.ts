/** What the viewer is shown about the link. */
export interface Statistics {
  /** There and back again; nothing before the first answer. */
  readonly roundTripMs: number | null
  readonly framesPerSecond: number
  readonly bitsPerSecond: number
}

const WINDOW_MS = 1000
/** The middle of so many: one late answer does not make a slow link. */
const ROUND_TRIPS = 5

interface Arrival {
  readonly atMs: number
  readonly bytes: number
}

/** The value that has no more than half of the others on either side. */
const median = (values: readonly number[]): number | null => {
  const half = values.length / 2
  const isMiddle = (value: number) =>
    values.filter((other) => other < value).length <= half && values.filter((other) => other > value).length <= half
  return values.find(isMiddle) ?? null
}

/** Counts what came in the last second, and how long answers take. */
export const createStatistics = (now: () => number) => {
  let arrivals: Arrival[] = []
  let roundTrips: number[] = []
  let lastPing = { id: 0, atMs: 0 }

  return {
    frame(bytes: number): void {
      arrivals.push({ atMs: now(), bytes })
    },
    /** The number of the question that is asked now. */
    ping(): number {
      lastPing = { id: (lastPing.id + 1) >>> 0, atMs: now() }
      return lastPing.id
    },
    /** An answer to an older question says nothing about now. */
    pong(id: number): void {
      if (id === lastPing.id) roundTrips = [...roundTrips, now() - lastPing.atMs].slice(-ROUND_TRIPS)
    },
    /** Another link has other times. */
    resetRoundTrips(): void {
      roundTrips = []
    },
    read(): Statistics {
      const since = now() - WINDOW_MS
      arrivals = arrivals.filter(({ atMs }) => atMs > since)
      const bytes = arrivals.reduce((sum, arrival) => sum + arrival.bytes, 0)
      const roundTrip = median(roundTrips)
      return {
        roundTripMs: roundTrip === null ? null : Math.round(roundTrip),
        framesPerSecond: arrivals.length,
        bitsPerSecond: bytes * 8,
      }
    },
  }
}
