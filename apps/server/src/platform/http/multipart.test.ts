import { expect, it } from 'vitest'
import { boundaryOf, fileInForm } from './multipart.ts'

const part = (head: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--b1\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b1--\r\n')])

it.each([
  ['multipart/form-data; boundary=b1', 'b1'],
  ['multipart/form-data; charset=utf-8; boundary="b 1"', 'b 1'],
  ['Multipart/Form-Data;boundary=b1', 'b1'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
  ['image/png; boundary=b1', undefined],
  [undefined, undefined],
])('%s has the boundary %s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary))

it('finds the file among fields, byte by byte', () => {
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10, 13, 10])
  const body = form(part('name="a"', 'text'), part('name="file"; filename="x.png"', bytes))
  expect(fileInForm(body, 'b1')).toEqual(bytes)
})

it('finds an empty file as empty', () => {
  expect(fileInForm(form(part('name="f"; filename="x"', '')), 'b1')).toHaveLength(0)
})

it.each([
  ['no file', form(part('name="a"', 'text'))],
  ['nothing', Buffer.alloc(0)],
  ['another boundary', Buffer.from('--b2\r\nfilename=\r\n\r\nx\r\n--b2--')],
  ['a form that breaks off', Buffer.from('--b1\r\nContent-Disposition: form-data; filename="x"\r\n\r\nabc')],
  ['a part without an end to its head', Buffer.from('--b1\r\nfilename="x"\r\n--b1--')],
])('finds nothing in %s', (_name, body) => expect(fileInForm(body, 'b1')).toBeUndefined())
