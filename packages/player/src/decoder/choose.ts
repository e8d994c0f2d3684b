import type { CreateDecoder } from './decoder.ts'
import { createFallbackDecoder } from './fallback.ts'
import { createWebCodecsDecoder } from './web-codecs.ts'

/** What of the browser decides about decoding. */
export interface BrowserFeatures {
  readonly isSecureContext: boolean
  readonly hasVideoDecoder: boolean
  readonly hasWebAssembly: boolean
  readonly hasWorker: boolean
  readonly hasBigIntViews: boolean
}

export type DecodingSupport =
  /** The browser's own decoder. */
  | 'full'
  /** Our own, because the browser offers none: slower. */
  | 'compatible'
  /** The same, because the address is not a secure one; with HTTPS it would be full. */
  | 'insecure'
  | 'none'

export const decodingSupport = (means: BrowserFeatures): DecodingSupport => {
  if (!means.hasBigIntViews) return 'none'
  if (means.hasVideoDecoder) return 'full'
  if (!means.hasWebAssembly || !means.hasWorker) return 'none'
  return means.isSecureContext ? 'compatible' : 'insecure'
}

export const detectFeatures = (): BrowserFeatures => ({
  isSecureContext: globalThis.isSecureContext,
  hasVideoDecoder: typeof VideoDecoder === 'function' && typeof EncodedVideoChunk === 'function',
  hasWebAssembly: typeof WebAssembly === 'object',
  hasWorker: typeof Worker === 'function',
  hasBigIntViews: 'getBigUint64' in DataView.prototype,
})

const loadTinyH264 = async (): Promise<CreateDecoder> => (await import('./tiny-h264.ts')).createTinyH264Decoder

/** The fastest decoder that this browser has, and the one that every browser has behind it. */
export const chooseDecoder = (ability: DecodingSupport = decodingSupport(detectFeatures())): CreateDecoder =>
  createFallbackDecoder({ ...(ability === 'full' && { first: createWebCodecsDecoder }), loadSecond: loadTinyH264 })
