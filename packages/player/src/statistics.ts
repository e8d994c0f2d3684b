export interface Statistics {
  /** Median of the last pings; null before the first answer. */
  readonly roundTripMs: number | null
  readonly framesPerSecond: number
  readonly bitsPerSecond: number
}

const WINDOW_MS = 1000
/** Window of the median, so that one late answer does not count. */
const ROUND_TRIPS = 5

interface Arrival {
  readonly atMs: number
  readonly bytes: number
}

const median = (values: readonly number[]): number | null => {
  const half = values.length / 2
  const isMiddle = (value: number) =>
    values.filter((other) => other < value).length <= half && values.filter((other) => other > value).length <= half
  return values.find(isMiddle) ?? null
}

/** Frames and bytes of the last second, and the round trip. */
export const createStatistics = (now: () => number) => {
  let arrivals: Arrival[] = []
  let roundTrips: number[] = []
  let lastPing = { id: 0, atMs: 0 }

  return {
    frame(bytes: number): void {
      arrivals.push({ atMs: now(), bytes })
    },
    /** Returns the id to send. */
    ping(): number {
      lastPing = { id: (lastPing.id + 1) >>> 0, atMs: now() }
      return lastPing.id
    },
    /** Answers to older pings are ignored. */
    pong(id: number): void {
      if (id === lastPing.id) roundTrips = [...roundTrips, now() - lastPing.atMs].slice(-ROUND_TRIPS)
    },
    /** For a new connection. */
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
