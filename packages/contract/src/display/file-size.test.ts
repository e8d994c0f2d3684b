import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

const nothing = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1]
const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

test.each([
  [0, '0.00 B'],
  [1, '1.00 B'],
  [1023, '1023.00 B'],
  [KB, '1.00 KB'],
  [KB + 5, '1.00 KB'],
  [KB + 6, '1.01 KB'],
  [1.5 * KB, '1.50 KB'],
  [MB - 6, '1023.99 KB'],
  [MB - 5, '1.00 MB'],
  [MB - 1, '1.00 MB'],
  [MB, '1.00 MB'],
  [GB - 1, '1.00 GB'],
  [GB, '1.00 GB'],
  [64 * GB, '64.00 GB'],
  [5000 * GB, '5000.00 GB'],
])('%d bytes: %s', (bytes, shown) => expect(formatFileSize(bytes)).toBe(shown))

test.each(nothing)('%s is unknown', (bytes) => expect(formatFileSize(bytes)).toBe('--'))

test('is rounded by half a hundredth at most, and stays below 1024 of a unit that has a next', () => {
  const unitBytes: Record<string, number> = { B: 1, KB, MB, GB }
  fc.assert(
    fc.property(fc.nat(4 * GB), (bytes) => {
      const [number = '', unit = ''] = formatFileSize(bytes).split(' ')
      const one = unitBytes[unit] ?? Number.NaN
      expect(number).toMatch(/^\d+\.\d{2}$/)
      expect(Math.abs(Number(number) * one - bytes)).toBeLessThanOrEqual(one * 0.005 + 1e-6)
      expect(unit === 'GB' || Number(number) < 1024).toBe(true)
    }),
  )
})
