import { expect, it } from 'vitest'
import { maskedAddress } from './list-sessions.ts'

it.each([
  ['203.0.113.9', '203.0.113.*'],
  ['::ffff:203.0.113.9', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
  ['', ''],
])('%j shows as %j', (address, shown) => expect(maskedAddress(address)).toBe(shown))
