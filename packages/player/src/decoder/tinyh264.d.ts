declare module 'tinyh264/es/TinyH264.js' {
  export interface TinyH264Module {
    readonly HEAPU8: Uint8Array
  }
  export default function load(): Promise<TinyH264Module>
}

declare module 'tinyh264/es/TinyH264Decoder.js' {
  import type { TinyH264Module } from 'tinyh264/es/TinyH264.js'

  export default class TinyH264Decoder {
    constructor(
      module: TinyH264Module,
      onPictureReady: (picture: Uint8Array<ArrayBuffer>, width: number, height: number) => void,
    )
    decode(units: Uint8Array): void
    release(): void
  }
}
