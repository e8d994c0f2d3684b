import type { ChangeOffer, ChangeTarget } from '@yunji/contract/commerce/change/schema'
import { GoodsLevel, InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { expect, test } from 'vitest'
import { chosenOffer, chosenTarget, comparisonOf, couponCentsOf, extraTimeText } from './terms.ts'

const offer = (goodTime: number, payableCents = 1000): ChangeOffer => ({
  id: goodTime,
  goodTime,
  goodPrice: 2000,
  lines: [],
  creditCents: 1000,
  payableCents,
  extraSeconds: 0,
  expiresAt: 0,
  quote: 'q',
})
const configuration = {
  configId: 1,
  cpuCores: 4,
  memoryGb: 3,
  storageGb: 32,
  version: '10/B',
  imageTypes: [],
  isVideoEdition: false,
} as const
const target = (configId: number, inventoryStatus: InventoryStatus = InventoryStatus.adequate): ChangeTarget => ({
  goodId: 1,
  goodsName: '旗舰云手机',
  goodsLevel: GoodsLevel.flagship,
  configuration: { ...configuration, imageTypes: [], configId },
  inventoryStatus,
  offers: [offer(24), offer(720)],
})

test('the first that is in stock, unless another one was chosen', () => {
  const targets = [target(1, InventoryStatus.insufficient), target(2), target(3)]
  expect(chosenTarget(targets, undefined)?.configuration.configId).toBe(2)
  expect(chosenTarget(targets, 3)?.configuration.configId).toBe(3)
  expect(chosenTarget(targets.slice(0, 1), undefined)?.configuration.configId).toBe(1)
  expect(chosenTarget([], 3)).toBeUndefined()
})

test('a month, unless another duration was chosen', () => {
  expect(chosenOffer(target(1), undefined)?.goodTime).toBe(720)
  expect(chosenOffer(target(1), 24)?.goodTime).toBe(24)
  expect(chosenOffer(target(1), 99)?.goodTime).toBe(24)
  expect(chosenOffer(undefined, 24)).toBeUndefined()
})

test('a coupon leaves a cent, and takes nothing off nothing', () => {
  expect(couponCentsOf(offer(720, 1000), 300)).toBe(300)
  expect(couponCentsOf(offer(720, 1000), 5000)).toBe(999)
  expect(couponCentsOf(offer(720, 0), 300)).toBe(0)
})

test('side by side, also where nothing is known of what it was', () => {
  const after = { ...target(2).configuration, cpuCores: 8, isVideoEdition: true }
  const rows = comparisonOf(target(1).configuration, after)
  expect(rows[0]).toEqual({ name: '处理器', now: '4 核', after: '8 核' })
  expect(rows[4]).toEqual({ name: '视频定制版', now: '无', after: '有' })
  expect(comparisonOf(null, after)[0]?.now).toBe('--')
})

test.each([
  [0, ''],
  [59, ''],
  [3599, '59 分钟'],
  [7260, '2 小时 1 分钟'],
  [183_600, '2 天 3 小时'],
])('%i seconds more', (seconds, text) => {
  expect(extraTimeText(seconds)).toBe(text)
})
