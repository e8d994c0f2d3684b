import { expect, test } from 'vitest'
import { readPhoneFacts } from './phone-facts.h5.ts'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
    { brand: 'Apple', deviceModel: 'iPhone', osName: 'iOS', osVersion: '17.5.1', system: 'iOS 17.5.1' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A.240505.004) AppleWebKit/537.36 Mobile Safari/537.36',
    { brand: '', deviceModel: 'Pixel 8', osName: 'Android', osVersion: '14', system: 'Android 14' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36',
    { brand: '', deviceModel: '', osName: 'Android', osVersion: '10', system: 'Android 10' },
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', { brand: '', deviceModel: '', osName: '', osVersion: '', system: '' }],
])('%s', (userAgent, facts) => {
  expect(readPhoneFacts(userAgent)).toEqual(facts)
})
