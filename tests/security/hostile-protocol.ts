import type { Call } from '@yunji/contract/wire/call'
import * as fc from 'fast-check'

/** Malformed HTTP: there must be an answer, and the server must go on. */
export const protocolAttack = ({ method, path }: Call): fc.Arbitrary<Buffer> => {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`
  const texts = [
    `${method} ${path} HTTP/9.9\r\nhost: x\r\n\r\n`,
    `${method} /nothing\r\n\r\n`,
    `FROB ${path} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `${method} no-slash HTTP/1.1\r\nhost: x\r\n\r\n`,
    `${method} ${path} HTTP/1.1\r\n\r\n`,
    `${method} ${path}?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `${head}content-length: abc\r\n\r\n`,
    `${head}content-length: -1\r\n\r\n`,
    `${head}content-length: 99999999999999999999\r\n\r\n`,
    `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
    `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${head}transfer-encoding: gzip\r\n\r\n{}`,
    `${head}no colon here\r\n\r\n`,
    `${head}name : space before colon\r\n\r\n`,
    `${head}name: a\0b\r\n\r\n`,
    `${head} folded: line\r\n\r\n`,
    `${head}big: ${'x'.repeat(20_000)}\r\n\r\n`,
    `${head}${'a: b\r\n'.repeat(3_000)}\r\n`,
    'GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\r\n\r\n\r\n\0\r\n\r\n',
  ]
  return fc.constantFrom(...texts).map((text) => Buffer.from(text, 'latin1'))
}
