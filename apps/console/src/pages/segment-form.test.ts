import { expect, test } from 'vitest'
import { peopleCodec, segmentText } from './segment-form.tsx'

test.each([
  ['12, 13\n14；15', ['12', '13', '14', '15']],
  ['#12 #12', ['12']],
  ['+86 13812345678', ['13812345678']],
  ['138-1234-5678、+86-139-0000-1111', ['13812345678', '13900001111']],
  ['+86 138 1234 5678\n139 0000 1111', ['13812345678', '13900001111']],
  ['', []],
])('%j names %j', (text, people) => expect(peopleCodec.read(text)).toEqual(people))

test('a word that is no number stays, so that the form refuses it', () =>
  expect(peopleCodec.read('12 小云 12-15')).toEqual(['12', '小云', '12-15']))

test('a segment is told by its conditions', () => {
  expect(segmentText(null)).toBe('全部用户')
  expect(segmentText({ hasBought: false, expiresWithinDays: 3, userType: 2 })).toBe(
    '从未购买，有设备在 3 天内到期，企业用户',
  )
})
