import { expect, it } from 'vitest'
import { fillCanned, unknownPlaceholders } from './canned.ts'

it('fills known placeholders and leaves everything else', () => {
  const facts = { 工单号: '12', 问题: '画面卡', 客服: '小云' }
  expect(fillCanned('工单 {工单号}「{问题}」{别的} {', facts)).toBe('工单 12「画面卡」{别的} {')
})

it('names placeholders that do not exist', () => {
  expect(unknownPlaceholders('{客服} {客户名} {}')).toEqual(['客户名'])
})
