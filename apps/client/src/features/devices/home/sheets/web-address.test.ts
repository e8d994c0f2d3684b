import { describe, expect, it } from 'vitest'
import { addressOf } from './web-address.ts'

describe('an address as it is typed', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['  example.com/路径 ', 'https://example.com/路径'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://example.com', 'HTTPS://example.com'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
  ])('%s', (typed, address) => expect(addressOf(typed)).toBe(address))
})
