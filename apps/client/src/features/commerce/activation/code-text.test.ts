import type { ActivationCode } from '@yunji/contract/commerce/activation/schema'
import { expect, test } from 'vitest'
import { fateText, givenText, hardwareText, refusalText } from './code-text.ts'

const code: ActivationCode = {
  goodsName: '旗舰云手机',
  goodsLevel: 3,
  configId: 1,
  cpuCores: 4,
  memoryGb: 6,
  storageGb: 64,
  version: '10/B',
  goodTime: 720,
  codeId: 1,
  activationCode: 'ABCD-EFGH-JKMN-PQRS',
  state: 'unused',
  orderId: 5,
  boughtAt: 0,
  expiresAt: Date.UTC(2027, 4, 15, 4),
  usedAt: null,
  usedFor: null,
  usedBy: '',
  shareText: '',
}

test('says what it gives', () => {
  expect(givenText(code)).toBe('旗舰云手机 · 30 天')
  expect(hardwareText(code)).toBe('4 核 · 6 GB · 64 GB · 10/B')
})

test('says what became of it', () => {
  expect(fateText(code)).toBe('2027-05-15 前有效')
  expect(fateText({ ...code, state: 'expired' })).toBe('2027-05-15 已过期')
  const used = { ...code, state: 'used', usedAt: Date.UTC(2026, 10, 15, 4), usedBy: '138****6021' } as const
  expect(fateText({ ...used, usedFor: 'renewal' })).toMatch(/^2026-11-15 .* · 138\*{4}6021 · 续费$/)
  expect(fateText({ ...used, usedFor: 'newPhone', usedBy: '' })).toMatch(/^2026-11-15 .* · 兑换新设备$/)
})

test('says why it gives nothing any more', () => {
  expect(refusalText(code)).toBeUndefined()
  expect(refusalText({ ...code, state: 'used' })).toBe('这个激活码已经用过了')
  expect(refusalText({ ...code, state: 'expired' })).toBe('这个激活码已于 2027-05-15 过期')
})
