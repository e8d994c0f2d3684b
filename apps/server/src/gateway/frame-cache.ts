/** Beyond this, sending and decoding take longer than a new key frame. A key frame alone is kept, whatever its size. */
const LIMIT_BYTES = 256 * 1024
const LIMIT_FRAMES = 90

/** The last key frame and all frames after it: a new viewer gets the picture without a request to the phone. */
export const createFrameCache = () => {
  let frames: Uint8Array[] = []
  let sizeBytes = 0

  const clear = (): void => {
    frames = []
    sizeBytes = 0
  }
  return {
    add(bytes: Uint8Array, isKey: boolean): void {
      if (isKey) clear()
      else if (frames.length === 0) return
      frames.push(bytes)
      sizeBytes += bytes.length
      if (frames.length > 1 && (frames.length > LIMIT_FRAMES || sizeBytes > LIMIT_BYTES)) clear()
    },
    clear,
    /** Begins with a key frame; empty when only the phone can provide one. */
    get frames(): readonly Uint8Array[] {
      return frames
    },
  }
}
