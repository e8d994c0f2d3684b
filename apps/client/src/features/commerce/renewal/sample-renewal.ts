import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { RenewDevice, RenewOption } from '@yunji/contract/commerce/renewal/schema'

/** A device for tests. */
export const sampleDevice = (deviceId: number, more: Partial<RenewDevice> = {}): RenewDevice => ({
  deviceId,
  name: `设备 ${deviceId}`,
  cover: '',
  state: 'running',
  goodsLevel: GoodsLevel.enjoy,
  version: '10/B',
  goodsName: '畅享云手机',
  configuration: { configId: 1, cpuCores: 4, memoryGb: 3, storageGb: 32 },
  monthCents: 1990,
  expiresAt: 1_800_000_000_000,
  remainingMs: 10 * 86_400_000,
  keptUntil: null,
  autoRenew: null,
  refusal: null,
  ...more,
})

/** A duration for tests. */
export const sampleOption = (goodTime: number, more: Partial<RenewOption> = {}): RenewOption => ({
  goodTime,
  id: goodTime,
  goodPrice: 1990,
  totalCents: 3980,
  oldTotalCents: null,
  lines: [],
  devices: [
    { deviceId: 1, id: goodTime, goodPrice: 1990, expiresAt: 100 },
    { deviceId: 2, id: goodTime, goodPrice: 1990, expiresAt: 200 },
  ],
  ...more,
})
