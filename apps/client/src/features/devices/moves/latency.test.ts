import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { describe, expect, it } from 'vitest'
import { gatewayOrigin, type Latency, latencyPercent, latencyTone, recommendedZone, sortZones } from './latency.ts'

const zone = (zoneId: number, inventoryStatus: InventoryStatus = InventoryStatus.adequate) => ({
  zoneId,
  name: `区 ${zoneId}`,
  inventoryStatus,
  gatewayUrl: `wss://zone-${zoneId}.example/stream`,
})
const measured =
  (...ms: Latency[]) =>
  (url: string): Latency =>
    ms[Number(/\d+/.exec(url)?.[0]) - 1]

it('asks the host of a gateway by http', () => {
  expect(gatewayOrigin('wss://far.example:8443/stream')).toBe('https://far.example:8443')
  expect(gatewayOrigin('ws://10.0.0.1/stream')).toBe('http://10.0.0.1')
  expect(gatewayOrigin('')).toBe('')
})

it('is short, fair or long, and never longer than its bar', () => {
  expect([23, 40, 41, 80, 81].map(latencyTone)).toEqual(['good', 'good', 'fair', 'fair', 'poor'])
  expect([0, 70, 140, 900].map(latencyPercent)).toEqual([0, 50, 100, 100])
})

describe('zones', () => {
  const zones = [zone(1), zone(2, InventoryStatus.insufficient), zone(3, InventoryStatus.nervous), zone(4)]
  const idsOf = (list: readonly { zoneId: number }[]) => list.map(({ zoneId }) => zoneId)

  it('come by latency, those without stock last', () => {
    expect(idsOf(sortZones(zones, measured(60, 5, 20, null)))).toEqual([3, 1, 4, 2])
  })

  it('are recommended by latency among those with stock, and not before they are measured', () => {
    expect(recommendedZone(zones, measured(60, 5, 20, 30))?.zoneId).toBe(3)
    expect(recommendedZone(zones, measured())).toBeUndefined()
    expect(recommendedZone([zone(2, InventoryStatus.insufficient)], measured(1, 1))).toBeUndefined()
  })
})
