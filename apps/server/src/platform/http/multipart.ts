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
