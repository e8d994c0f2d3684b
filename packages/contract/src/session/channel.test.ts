import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { channelOf } from './channel.ts'

test.each([
  ['agent7', 'h5', 'agent7'],
  ['agent7', 'applet', 'agent7'],
  [undefined, 'h5', 'h5'],
  [undefined, 'applet', 'wx'],
  ['', 'applet', 'wx'],
  ['NaN', 'h5', 'h5'],
  ['NaN', 'applet', 'h5'],
] as const)('stored %s in %s is %s', (stored, clientType, expected) => {
  expect(channelOf(stored, clientType)).toBe(expected)
})

test('is never empty and never NaN', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), fc.constantFrom('applet', 'h5'), (stored, clientType) => {
      expect(['', 'NaN']).not.toContain(channelOf(stored, clientType))
    }),
  )
})
