/** Hex to bytes; spaces are ignored. */
export const hex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.replaceAll(/\s/g, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Every split into two chunks, and one byte at a time. */
export function* everySplit(bytes: Uint8Array): Generator<Uint8Array[]> {
  for (let at = 0; at <= bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)]
  yield Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
}
