/**
 * Gives the memory of a buffer back at once; the buffer is empty afterwards. A gigabyte that passes in chunks would otherwise
 * wait for the collector, which passes over the whole heap for every few dozen megabytes of it.
 */
export const freeBuffer = (bytes: Uint8Array): void => {
  ownMemoryOf(bytes)?.transfer(0)
}

/**
 * Null for small buffers: they share the memory of others, or are constants that somebody passes on, such as the end of
 * a tar. A chunk of a socket is as long as the pool and has memory of its own.
 */
const ownMemoryOf = ({ buffer, byteLength }: Uint8Array): ArrayBuffer | null => {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < Buffer.poolSize) return null
  return byteLength === buffer.byteLength || buffer.byteLength > Buffer.poolSize ? buffer : null
}

/** The same for a chunk that may be a part of others' memory: such a one is left to the collector. */
export const freeChunk = (chunk: Uint8Array): void => {
  if (chunk.byteLength === chunk.buffer.byteLength) freeBuffer(chunk)
}

/** Memory of a message that moves to another thread instead of being copied. */
export const memoryOf = (message: object): ArrayBuffer[] =>
  Object.values(message)
    .map((value) => (value instanceof Uint8Array ? ownMemoryOf(value) : null))
    .filter((memory) => memory !== null)
