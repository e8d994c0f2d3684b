import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { includesRight, parseAs } from './call.ts'

it.each([
  ['owner', 'owner', true],
  ['owner', 'view', true],
  ['control', 'view', true],
  ['control', 'control', true],
  ['control', 'owner', false],
  ['view', 'view', true],
  ['view', 'control', false],
  ['none', 'view', false],
] as const)('%s holds %s: %s', (held, needed, expected) => expect(includesRight(held, needed)).toBe(expected))

const point = z.object({ x: z.number() })

test('a value that fits is given without what the schema does not know', () => {
  expect(parseAs(point, { x: 1, y: 2 })).toEqual({ x: 1 })
})

test.each([undefined, null, 'x', { x: '1' }, {}])('%o does not fit', (value) => {
  expect(parseAs(point, value)).toBeUndefined()
})
