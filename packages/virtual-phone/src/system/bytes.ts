/** Null at the end. */
export interface ByteSource {
  read(): Promise<Uint8Array | null>
}

/** A write resolves when the other end has taken the bytes and rejects once it is closed. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>
}

export interface Connection extends ByteSource, ByteSink {
  /** Resolves when either end has closed it. */
  readonly closed: Promise<void>
  /** Closes once everything written has been taken. */
  end(): Promise<void>
  close(): void
}

/** The reader has closed the pipe or connection. */
export class BrokenPipeError extends Error {
  override name = 'BrokenPipeError'
}

export class LimitExceededError extends Error {
  override name = 'TooMuchError'
}

export const NO_BYTES: ByteSource = { read: () => Promise.resolve(null) }

const encoder = new TextEncoder()
export const toBytes = (text: string): Uint8Array => encoder.encode(text)
export const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

export async function copyBytes(source: ByteSource, sink: ByteSink): Promise<number> {
  let total = 0
  for (let chunk = await source.read(); chunk !== null; chunk = await source.read()) {
    await sink.write(chunk)
    total += chunk.length
  }
  return total
}

export async function readAll(source: ByteSource, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  for (let chunk = await source.read(); chunk !== null; chunk = await source.read()) {
    total += chunk.length
    if (total > maxBytes) throw new LimitExceededError(`More than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Collects bytes up to a limit. */
export class ByteCollector implements ByteSink {
  readonly #chunks: Uint8Array[] = []
  readonly #maxBytes: number
  #total = 0

  constructor({ maxBytes = 1024 * 1024 } = {}) {
    this.#maxBytes = maxBytes
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#total += bytes.length
    if (this.#total > this.#maxBytes) throw new LimitExceededError(`More than ${this.#maxBytes} bytes`)
    this.#chunks.push(bytes.slice())
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks))
  }
}

/** Reads exact lengths and lines from a source; what was read ahead stays for the next reader. */
export class BufferedSource implements ByteSource {
  readonly #source: ByteSource
  #rest: Uint8Array = new Uint8Array(0)

  constructor(source: ByteSource) {
    this.#source = source
  }

  async read(): Promise<Uint8Array | null> {
    if (this.#rest.length === 0) return this.#source.read()
    const rest = this.#rest
    this.#rest = new Uint8Array(0)
    return rest
  }

  /** At most so many bytes; null at the end. */
  async readUpTo(maxBytes: number): Promise<Uint8Array | null> {
    const chunk = await this.read()
    if (chunk === null) return null
    this.#rest = chunk.subarray(maxBytes)
    return chunk.subarray(0, maxBytes)
  }

  /** Exactly so many bytes, or null when the source ends before. */
  async readExactly(length: number): Promise<Uint8Array | null> {
    const bytes = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      const chunk = await this.readUpTo(length - filled)
      if (chunk === null) return null
      bytes.set(chunk, filled)
      filled += chunk.length
    }
    return bytes
  }

  /** A line without its end; what stands behind the last line end counts as one. */
  async readLine(maxBytes = 64 * 1024): Promise<string | null> {
    const parts: Uint8Array[] = []
    let total = 0
    for (;;) {
      const chunk = await this.read()
      if (chunk === null) return total === 0 ? null : toText(Buffer.concat(parts))
      const end = chunk.indexOf(0x0a)
      const part = end < 0 ? chunk : chunk.subarray(0, end)
      total += part.length + (end < 0 ? 0 : 1)
      if (total > maxBytes) throw new LimitExceededError('Line too long')
      parts.push(part)
      if (end >= 0) {
        this.#rest = chunk.subarray(end + 1)
        return toText(Buffer.concat(parts))
      }
    }
  }
}
