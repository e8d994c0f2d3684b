import { expect, test } from 'vitest'
import { fieldName, fieldValue } from './field-names.ts'

test.each([
  ['isListed', '上架'],
  ['game.name', '试玩 › 名称'],
  ['steps.0.title', '步骤 › 第 1 项 › 标题'],
  ['unheardOf.name', 'unheardOf › 名称'],
])('%s is called %s', (path, name) => expect(fieldName(path)).toBe(name))

test('truth values are words, others stay', () =>
  expect(['true', 'false', 'null', '12', null].map(fieldValue)).toEqual(['是', '否', '无', '12', null]))
