import { Transform } from 'node:stream'

const CRLF = '\r\n'
const BOUNDARY = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/** Boundary of a multipart content type; undefined for any other. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const found = BOUNDARY.exec(contentType ?? '')
  return found?.[1] ?? found?.[2]
}

/** Content of the first file in a form, the only way in which a mini-program can send one. */
export const fileInForm = (body: Buffer, boundary: string): Buffer | undefined => {
  const delimiter = `--${boundary}`
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const head = at + delimiter.length
    const headEnd = body.indexOf(CRLF + CRLF, head)
    const next = body.indexOf(CRLF + delimiter, head)
    if (headEnd < 0 || next < headEnd) return undefined
    if (/\bfilename=/i.test(body.toString('latin1', head, headEnd))) return body.subarray(headEnd + 4, next)
    at = next + CRLF.length
  }
  return undefined
}

export class BrokenForm extends Error {
  override readonly name = 'BrokenForm'
}

const HEAD_LIMIT_BYTES = 8192

/** Content of the file with which a form begins. Fails where a form has none there, or ends within it. */
export const streamFileInForm = (boundary: string): Transform => {
  const start = Buffer.from(`--${boundary}${CRLF}`)
  const end = Buffer.from(`${CRLF}--${boundary}`)
  let part: 'head' | 'file' | 'rest' = 'head'
  let held: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (part === 'rest') return done()
      held = Buffer.concat([held, chunk])
      if (part === 'head') {
        const headEnd = held.indexOf(CRLF + CRLF)
        if (headEnd < 0) return held.length > HEAD_LIMIT_BYTES ? done(new BrokenForm('not a form')) : done()
        const head = held.subarray(0, headEnd)
        if (!head.subarray(0, start.length).equals(start) || !/\bfilename=/i.test(head.toString('latin1')))
          return done(new BrokenForm('the form does not begin with a file'))
        held = held.subarray(headEnd + 2 * CRLF.length)
        part = 'file'
      }
      const at = held.indexOf(end)
      if (at >= 0) part = 'rest'
      // The end may be cut in two by the chunks.
      const sent = at >= 0 ? at : Math.max(0, held.length - end.length + 1)
      if (sent > 0) this.push(held.subarray(0, sent))
      held = held.subarray(sent)
      return done()
    },
    flush(done) {
      done(part === 'rest' ? null : new BrokenForm('the form ends within its file'))
    },
  })
}
