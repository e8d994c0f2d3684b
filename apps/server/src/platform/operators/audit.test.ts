import { expect, it, test } from 'vitest'
import { boundedState } from './audit.ts'

it.each([
  [undefined, null],
  [null, null],
  [{ at: new Date(0), none: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
])('keeps %o as %o', (state, kept) => expect(boundedState(state)).toEqual(kept))

test('a long text is cut, and says how long it was', () => {
  const { text } = boundedState({ text: '云'.repeat(700) }) as { text: string }
  expect(text).toHaveLength(500 + '…（共 700 字）'.length)
})

test('a state that is still too long is only measured', () => {
  expect(boundedState(Array.from({ length: 5000 }, () => 'word'))).toEqual({ tooLong: expect.any(Number) })
})
