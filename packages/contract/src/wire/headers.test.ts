import { expect, it } from 'vitest'
import { versionCodeOf } from './headers.ts'

it.each([
  ['1.0.0', '001000000'],
  ['1.2.3', '001002003'],
  ['12.345.6', '012345006'],
])('version %s is code %s', (version, code) => expect(versionCodeOf(version)).toBe(code))
