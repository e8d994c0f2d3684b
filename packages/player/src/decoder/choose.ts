import type { CreateDecoder } from './decoder.ts'
import { createFallbackDecoder } from './fallback.ts'
import { createWebCodecsDecoder } from './web-codecs.ts'

/** Browser features that decoding depends on. */
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
  /** tinyh264, because the browser has no WebCodecs: slower. */
  | 'compatible'
  /** tinyh264, because WebCodecs needs a secure context; over HTTPS it would be `full`. */
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

/** WebCodecs where the browser has it, with tinyh264 as the fallback. */
export const chooseDecoder = (ability: DecodingSupport = decodingSupport(detectFeatures())): CreateDecoder =>
  createFallbackDecoder({ ...(ability === 'full' && { first: createWebCodecsDecoder }), loadSecond: loadTinyH264 })
