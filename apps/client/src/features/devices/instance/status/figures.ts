import type { Statistics } from '@yunji/player/statistics'

export type LinkTone = 'run' | 'soon' | 'dead'

const GOOD_MS = 40
const FAIR_MS = 80

/** Rating of the latency: unnoticeable below 40 ms, disturbing from 80 ms on. */
export const latencyTone = (roundTripMs: number): LinkTone => {
  if (roundTripMs < GOOD_MS) return 'run'
  return roundTripMs < FAIR_MS ? 'soon' : 'dead'
}

/** `2.4 Mbps`, or `320 Kbps` where that would be next to nothing. */
export const bitrateText = ({ bitsPerSecond }: Pick<Statistics, 'bitsPerSecond'>): string =>
  bitsPerSecond >= 1_000_000
    ? `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbps`
    : `${Math.round(bitsPerSecond / 1000)} Kbps`
