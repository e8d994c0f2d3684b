const LINE_END = 0x0a
const CARRIAGE_RETURN = 0x0d
const DATA = 'data:'

/** Longer than any event of the server: the stream is broken beyond it. */
const MAX_LINE_BYTES = 64 * 1024

/** The same on both platforms: the mini-program's engine has no decoder of its own. */
const textOf = (bytes: readonly number[]): string => {
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  try {
    return decodeURIComponent(escaped)
  } catch {
    return ''
  }
}

/** The bytes are no event stream. */
export class UnreadableStream extends Error {}

/**
 * Parses an event stream from arbitrary chunks, and returns the data of each event. Lines are split before decoding, so
 * that no character is cut.
 */
export const createEventReader = (onData: (data: string) => void) => {
  let line: number[] = []
  let data: string[] = []

  const endLine = () => {
    if (line[line.length - 1] === CARRIAGE_RETURN) line.pop()
    const text = textOf(line)
    line = []
    if (text === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (text.startsWith(DATA)) {
      data.push(text.slice(DATA.length).replace(/^ /, ''))
    }
  }

  return (bytes: Uint8Array): void => {
    for (const byte of bytes) {
      if (byte === LINE_END) endLine()
      else if (line.length < MAX_LINE_BYTES) line.push(byte)
      else throw new UnreadableStream()
    }
  }
}
