import type { ChangeOffer, ChangeTarget } from '@yunji/contract/commerce/change/schema'
import { GoodsLevel, InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { expect, test } from 'vitest'
import {
  chosenOffer,
  chosenTarget,
  comparedEnd,
  comparisonOf,
  couponCentsOf,
  extraTimeText,
  fitOf,
  fitText,
  lossText,
} from './terms.ts'

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
  expect(rows[0]).toEqual({ name: '处理器', now: '4 核', after: '8 核', trend: 'better', loss: '' })
  expect(rows[4]).toEqual({ name: '视频定制版', now: '无', after: '有', trend: 'better', loss: '' })
  expect(lossText(rows)).toBe('')
  expect(comparisonOf(null, after)[0]?.now).toBe('--')
})

test('what becomes less is worse, and said in words', () => {
  const now = { ...target(1).configuration, memoryGb: 8, storageGb: 128, isVideoEdition: true }
  const rows = comparisonOf(now, { ...now, memoryGb: 6, storageGb: 64, isVideoEdition: false })
  expect(rows.map(({ trend }) => trend)).toEqual(['same', 'worse', 'worse', 'same', 'worse'])
  expect(lossText(rows)).toBe('内存少 2 GB，存储少 64 GB，不再有视频定制版')
})

test('an end that comes earlier is a loss; a few seconds are none', () => {
  const now = 1_800_000_000_000
  expect(comparedEnd(now, now - 7 * 86_400_000)).toMatchObject({ trend: 'worse', loss: '早 7 天' })
  expect(comparedEnd(now, now - 30_000)).toMatchObject({ trend: 'same', loss: '' })
  expect(comparedEnd(now, now + 86_400_000)).toMatchObject({ trend: 'better', loss: '' })
})

test.each([
  [undefined, 'asking', /^正在查看/],
  [null, 'unknown', /^没能读到.*装不下时变更不会进行/],
  [64 * 1024 ** 3, 'fits', /^设备上已用 64\.00 GB，装得下/],
  [64 * 1024 ** 3 + 1, 'tooMuch', /装不下。请先清理/],
] as const)('%s bytes in 64 GB', (usedBytes, fit, words) => {
  expect(fitOf(usedBytes, 64)).toBe(fit)
  expect(fitText(fit, usedBytes, true)).toMatch(words)
})

test('money is said to return only where some is paid', () => {
  expect(fitText('unknown', null, true)).toMatch(/，已付款项原路退回$/)
  expect(fitText('unknown', null, false)).toMatch(/装不下时变更不会进行$/)
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
