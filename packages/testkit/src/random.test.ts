import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('the same seed gives the same run, another seed another one', () => {
  const run = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.integer(1, 1000))
  }
  expect(run(7)).toEqual(run(7))
  expect(run(7)).not.toEqual(run(8))
})

test('both ends can come up, nothing outside does', () => {
  const random = createRandom(1)
  const seen = new Set(Array.from({ length: 200 }, () => random.integer(1, 3)))
  expect(seen).toEqual(new Set([1, 2, 3]))
})
