import { expect, it } from 'vitest'
import { base64Of, utf8Of } from './base64.ts'

it.each(['', 'a', 'ab', 'abc', '照片 (2).jpg', '😀%41'])('%j is encoded as elsewhere', (text) => {
  expect(base64Of(utf8Of(text))).toBe(Buffer.from(text, 'utf8').toString('base64'))
})
