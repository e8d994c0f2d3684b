import { expect, test } from 'vitest'
import { growthOf } from './heap-samples.ts'

const MEGABYTE = 1e6

/** Two minutes of samples. */
const samples = (bytesAt: (index: number) => number): number[] =>
  Array.from({ length: 24 }, (_, index) => 80 * MEGABYTE + bytesAt(index))

test('a heap that fills its caches and then comes and goes has not grown', () => {
  const filling = (index: number) => Math.min(index, 8) * MEGABYTE
  const inFlight = (index: number) => (index % 3) * 2 * MEGABYTE
  expect(growthOf(samples((index) => filling(index) + inFlight(index)))).toEqual([])
})

test('a leak of two kilobytes for each of 75 answers a second is found in two minutes', () => {
  expect(growthOf(samples((index) => index * 5 * 75 * 2_000))).toEqual(['heap grew from 86.8 to 94.3 MB'])
})

test('a heap that is not told is a violation', () => {
  expect(growthOf(samples((index) => (index === 3 ? Number.NaN : 0)))).toEqual(['the heap was not told'])
})
