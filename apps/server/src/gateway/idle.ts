import { MINUTE_MS } from '../platform/clock.ts'

/** Idle time after which a viewer is prompted and then disconnected. */
export const IDLE_LIMIT_MS = 15 * MINUTE_MS
export const IDLE_WARNING_MS = MINUTE_MS

export type Idleness = { readonly kind: 'active' | 'over' } | { readonly kind: 'warned'; readonly secondsLeft: number }

export const idlenessOf = (lastInputMs: number, nowMs: number): Idleness => {
  const leftMs = lastInputMs + IDLE_LIMIT_MS - nowMs
  if (leftMs <= 0) return { kind: 'over' }
  return leftMs > IDLE_WARNING_MS ? { kind: 'active' } : { kind: 'warned', secondsLeft: Math.ceil(leftMs / 1000) }
}
