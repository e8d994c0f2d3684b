import { expect, test } from 'vitest'
import { sizeWithin } from './picture-size.ts'

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1500, height: 2000 },
  ],
  [
    { width: 2000, height: 10 },
    { width: 2000, height: 10 },
  ],
  [
    { width: 320, height: 200 },
    { width: 320, height: 200 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 2000, height: 1 },
  ],
])('%o within 2000 is %o', (size, expected) => {
  expect(sizeWithin(size, 2000)).toEqual(expected)
})
