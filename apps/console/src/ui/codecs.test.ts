import { expect, test } from 'vitest'
import {
  centsCodec,
  hundredthsCodec,
  idsCodec,
  instantCodec,
  integerCodec,
  nullableCodec,
  optionalCodec,
} from './codecs.ts'
import { textOfIssue } from './issue-text.ts'

test.each([
  ['12.5', 1250],
  [' 0.01 ', 1],
  ['1234567.89', 123_456_789],
  ['', undefined],
])('yuan %j are %j cents', (text, cents) => expect(centsCodec.read(text)).toBe(cents))

test.each(['1,234', '-1', '1.234', 'abc'])('%j is no amount', (text) => expect(centsCodec.read(text)).toBeNaN())

test('an amount that is shown can be read again', () => {
  expect(centsCodec.show(123_456_789)).toBe('1234567.89')
  expect(centsCodec.read(centsCodec.show(123_456_789))).toBe(123_456_789)
})

test('whole numbers only', () => {
  expect(integerCodec.read('42')).toBe(42)
  expect(integerCodec.read('')).toBeUndefined()
  expect(integerCodec.read('4.2')).toBeNaN()
})

test('ids are found in any text', () => {
  expect(idsCodec.read('1, 2\n3；04')).toEqual([1, 2, 3, 4])
  expect(idsCodec.read('')).toEqual([])
})

test('an instant goes through its input unchanged, to the minute, in the time of China', () => {
  const atMs = Date.UTC(2026, 10, 18, 1, 30)
  expect(instantCodec.show(atMs)).toBe('2026-11-18T09:30')
  expect(instantCodec.read(instantCodec.show(atMs))).toBe(atMs)
  expect(instantCodec.read('')).toBeUndefined()
})

test('an empty optional text is left out', () => {
  expect(optionalCodec.read('  ')).toBeUndefined()
  expect(optionalCodec.read('/pages/x')).toBe('/pages/x')
})

test('an empty nullable value is null', () => {
  expect(nullableCodec(centsCodec).read(' ')).toBeNull()
  expect(nullableCodec(centsCodec).read('1.20')).toBe(120)
  expect(nullableCodec(centsCodec).read('x')).toBeNaN()
})

test('hundredths keep their sign, and other text is no value', () => {
  expect(hundredthsCodec.read('-10.5')).toBe('-1050')
  expect(hundredthsCodec.read('+3')).toBe('300')
  expect(hundredthsCodec.show('-1050')).toBe('-10.5')
  expect(hundredthsCodec.read('1.234')).toBeNaN()
  expect(hundredthsCodec.read('1000000')).toBeNaN()
  expect(hundredthsCodec.read('')).toBe('')
})

test('limits of amounts are told in yuan, as they are typed', () => {
  const issue = { code: 'too_big', origin: 'number', maximum: 10_000_000 }
  expect(textOfIssue(issue, centsCodec.showLimit)).toBe('不能大于 100,000.00 元')
  expect(textOfIssue(issue, nullableCodec(centsCodec).showLimit)).toBe('不能大于 100,000.00 元')
  expect(textOfIssue(issue)).toBe('不能大于 10000000')
})
