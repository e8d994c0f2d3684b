import { expect, test } from 'vitest'
import { fieldName, fieldValue } from './field-names.ts'

test.each([
  ['isListed', '上架'],
  ['game.name', '试玩 › 名称'],
  ['steps.0.title', '步骤 › 第 1 项 › 标题'],
  ['unheardOf.name', 'unheardOf › 名称'],
  ['items.1.goodPrice', '商品 › 第 2 项 › 协议价'],
])('%s is called %s', (path, name) => expect(fieldName(path)).toBe(name))

test.each([
  ['isOpen', 'true', '是'],
  ['isOpen', 'false', '否'],
  ['gatewayUrl', 'null', '无'],
  ['capacity', '12', '12'],
  ['role', 'support', '客服'],
  ['priceCents', '1990', '¥19.90'],
  ['products.0.priceCents', '-100', '-¥1.00'],
  ['conditionsUse', '5000', '¥50.00'],
  ['items.0.goodPrice', '4900', '¥49.00'],
  ['parValue', '2000', '¥20.00'],
  ['parValue', '80', '80%（折扣券）或 ¥0.80'],
  ['couponType', '3', '折扣券'],
  ['startsAt', '1795000000000', '2026-11-18 19:06'],
  ['proposedAt', '2026-11-18T09:00:00.000Z', '2026-11-18 17:00'],
  ['note', '2026', '2026'],
  ['problem', 'unreachable', '连接不上：这个地址没有应答 ADB'],
  ['problem', 'null', '无'],
])('%s %s is shown as %s', (path, value, text) => expect(fieldValue(path, value)).toBe(text))

test.each([
  ['parValue', '80', '3', '80%'],
  ['parValue', '80', '2', '¥0.80'],
  ['template.parValue', '1000', '1', '¥10.00'],
])('%s %s of a coupon of type %s is shown as %s', (path, value, couponType, text) =>
  expect(fieldValue(path, value, (other) => (other.endsWith('couponType') ? couponType : null))).toBe(text),
)

test('a value that is not there has no text', () => expect(fieldValue('name', null)).toBeNull())
