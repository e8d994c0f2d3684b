import { describe, expect, it } from 'vitest'
import { type BrowserFeatures, decodingSupport } from './choose.ts'

const modern: BrowserFeatures = {
  isSecureContext: true,
  hasVideoDecoder: true,
  hasWebAssembly: true,
  hasWorker: true,
  hasBigIntViews: true,
}

describe('what a browser can decode', () => {
  it.each([
    ['everything', {}, 'full'],
    ['no decoder of its own', { hasVideoDecoder: false }, 'compatible'],
    ['an address that is not secure', { hasVideoDecoder: false, isSecureContext: false }, 'insecure'],
    ['no WebAssembly', { hasVideoDecoder: false, hasWebAssembly: false }, 'none'],
    ['no workers', { hasVideoDecoder: false, hasWorker: false }, 'none'],
    ['its own decoder alone', { hasWebAssembly: false, hasWorker: false }, 'full'],
    ['too old for the stream', { hasBigIntViews: false }, 'none'],
  ] as const)('%s: %s', (_name, changes, ability) => expect(decodingSupport({ ...modern, ...changes })).toBe(ability))
})
