import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { ZoneOption } from '@yunji/contract/devices/move/schema'

/** Round trip to an address in milliseconds; null when it did not answer, undefined before the measurement. */
export type Latency = number | null | undefined

const GOOD_MS = 40
const FAIR_MS = 80
/** Full bar. */
const LONGEST_MS = 140

export const latencyTone = (ms: number): 'good' | 'fair' | 'poor' =>
  ms <= GOOD_MS ? 'good' : ms <= FAIR_MS ? 'fair' : 'poor'

export const latencyPercent = (ms: number): number => Math.min(100, Math.round((100 * ms) / LONGEST_MS))

/** Host that answers for a gateway's socket address; empty stays empty. */
export const gatewayOrigin = (gatewayUrl: string): string =>
  /^wss?:\/\/[^/]+/i.exec(gatewayUrl)?.[0].replace(/^ws/i, 'http') ?? ''

export const isInStock = ({ inventoryStatus }: ZoneOption): boolean => inventoryStatus !== InventoryStatus.insufficient

type LatencyOf = (gatewayUrl: string) => Latency

/** Zones with stock first, then by latency, then by stock; unmeasured ones keep their order. */
export const sortZones = (zones: readonly ZoneOption[], latencyOf: LatencyOf): readonly ZoneOption[] => {
  const keyOf = (zone: ZoneOption): readonly number[] => [
    Number(!isInStock(zone)),
    latencyOf(zone.gatewayUrl) ?? Number.MAX_SAFE_INTEGER,
    zone.inventoryStatus,
  ]
  const sorted = [...zones]
  sorted.sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    const index = a.findIndex((value, place) => value !== b[place])
    return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
  })
  return sorted
}

/** The zone with the lowest latency among those with stock; none before any is measured. */
export const recommendedZone = (zones: readonly ZoneOption[], latencyOf: LatencyOf): ZoneOption | undefined => {
  const [first] = sortZones(zones, latencyOf)
  return first && isInStock(first) && typeof latencyOf(first.gatewayUrl) === 'number' ? first : undefined
}
