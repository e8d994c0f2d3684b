import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readAs } from './read-as.ts'

const point = z.object({ x: z.number() })

test('a value that fits is given without what the schema does not know', () => {
  expect(readAs(point, { x: 1, y: 2 })).toEqual({ x: 1 })
})

test.each([undefined, null, 'x', { x: '1' }, {}])('%o does not fit', (value) => {
  expect(readAs(point, value)).toBeUndefined()
})
