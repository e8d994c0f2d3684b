import { expect, it } from 'vitest'
import { DEFAULT_APP_VERSION, header, REQUEST_SOURCE, VERSION_CODE_PARAM, versionCodeOf } from './headers.ts'

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
