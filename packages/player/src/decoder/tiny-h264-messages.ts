import type { Size } from '../picture/layout.ts'

/** What the page tells the worker that decodes for it. */
export type ToWorker =
  | { readonly type: 'configure'; readonly size: Size; readonly data: Uint8Array }
  | { readonly type: 'decode'; readonly data: Uint8Array }

/** What it hears. Every frame that was sent is answered, with its picture or with nothing to show. */
export type FromWorker =
  | { readonly type: 'picture'; readonly size: Size; readonly rgba: Uint8ClampedArray<ArrayBuffer> }
  | { readonly type: 'nothing' }
  | { readonly type: 'failed' }
