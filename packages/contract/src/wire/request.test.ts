import { expect, it, test } from 'vitest'
import {
  DEFAULT_APP_VERSION,
  header,
  REQUEST_SOURCE,
  terminalTypeOf,
  VERSION_CODE_PARAM,
  versionCodeOf,
} from './request.ts'

it.each([
  ['1.0.0', '001000000'],
  ['1.2.3', '001002003'],
  ['12.345.6', '012345006'],
])('version %s is code %s', (version, code) => expect(versionCodeOf(version)).toBe(code))

it('sends what section 7 names', () => {
  const ours = ['idempotency-key', 'x-request-id']
  const specified = ['requestSource', 'token', 'userId', 'channel', 'terminalType', 'clientType', 'supplierType']
  expect(Object.values(header)).toEqual([...specified, ...ours])
  expect([REQUEST_SOURCE, VERSION_CODE_PARAM, DEFAULT_APP_VERSION]).toEqual(['miniApp', 'versionCode', '1.0.0'])
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const IPAD_OLD = 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const GALAXY_TAB = 'Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

test.each([
  ['a phone of Apple', IPHONE, false, 'IOS'],
  ['an old iPad, which names itself', IPAD_OLD, true, 'ipad'],
  ['a new iPad, which calls itself a Mac', MAC, true, 'ipad'],
  ['an iPad in a narrow window', IPAD_OLD, false, 'ipad'],
  ['a Mac', MAC, false, 'mac'],
  ['an Android phone', PIXEL, false, 'android'],
  ['an Android tablet', GALAXY_TAB, true, 'pad'],
  ['Windows', WINDOWS, false, 'Win'],
  ['anything else', 'Mozilla/5.0 (X11; Linux aarch64) Chrome/126.0', false, 'other'],
  ['the mini-program on an iPhone', 'ios iPhone 15 Pro<iPhone16,1>', false, 'IOS'],
  ['the mini-program on a Mac', 'mac MacBookPro18,3', false, 'mac'],
])('%s', (_name, description, isTablet, expected) => {
  expect(terminalTypeOf({ description, isTablet })).toBe(expected)
})
