import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader, UnreadableStream } from './event-reader.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Events read when the text arrives in pieces of a fixed number of bytes. */
const readInPieces = (text: string, pieceBytes: number): string[] => {
  const events: string[] = []
  const read = createEventReader((data) => events.push(data))
  const bytes = bytesOf(text)
  for (let from = 0; from < bytes.length; from += pieceBytes) read(bytes.slice(from, from + pieceBytes))
  return events
}

test.each([
  ['data: {"a":1}\n\n', ['{"a":1}']],
  ['data:{"a":1}\n\n', ['{"a":1}']],
  ['data: one\r\n\r\n', ['one']],
  ['data: one\ndata: two\n\n', ['one\ntwo']],
  [': a heartbeat\n\n', []],
  [': a heartbeat\n\ndata: one\n\n: another\n\n', ['one']],
  ['event: task\nid: 7\ndata: one\n\n', ['one']],
  ['\n\n\ndata: one\n\n', ['one']],
  ['data: not over yet\n', []],
  ['data: 星海远征 06 😀\n\n', ['星海远征 06 😀']],
])('%j tells %j, however it is cut', (text, events) => {
  for (const pieceBytes of [1, 2, 3, 5, 1000]) expect(readInPieces(text, pieceBytes)).toEqual(events)
})

test('gives back whatever texts it was sent, cut anywhere', () => {
  const word = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ text }))
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 1, max: 20 }), (words, pieceBytes) => {
      expect(readInPieces(words.map((each) => `data: ${each}\n\n`).join(''), pieceBytes)).toEqual(words)
    }),
  )
})

test('bytes that are no text are passed over', () => {
  const events: string[] = []
  const read = createEventReader((data) => events.push(data))
  read(new Uint8Array([...bytesOf('data: '), 0xff, 0xfe, 0x0a, 0x0a]))
  read(bytesOf('data: one\n\n'))
  expect(events).toEqual(['one'])
})

test('a line without an end is given up', () => {
  const read = createEventReader(() => undefined)
  expect(() => {
    for (let piece = 0; piece < 100; piece += 1) read(new Uint8Array(1024).fill(0x61))
  }).toThrow(UnreadableStream)
})
