import { expect, it } from 'vitest'
import { createSealedTexts, isSealed } from './sealed-texts.ts'
import { singleKey } from './signing-keys.ts'

const NUMBER = '11010519491231002X'
const texts = createSealedTexts(singleKey(Buffer.alloc(32, 1)))

it('opens what was sealed, and shows nothing of it before', () => {
  const sealed = texts.seal(NUMBER, 'user 7')
  expect(isSealed(sealed)).toBe(true)
  expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain(NUMBER.slice(0, 6))
  expect(texts.open(sealed, 'user 7')).toBe(NUMBER)
})

it('never seals alike, so that equal texts cannot be told', () => {
  expect(texts.seal(NUMBER, 'user 7')).not.toBe(texts.seal(NUMBER, 'user 7'))
})

it('opens neither elsewhere, nor with another key, nor what was changed', () => {
  const sealed = texts.seal(NUMBER, 'user 7')
  expect(texts.open(sealed, 'user 8')).toBeUndefined()
  expect(createSealedTexts(singleKey(Buffer.alloc(32, 2))).open(sealed, 'user 7')).toBeUndefined()
  for (let at = 3; at < sealed.length; at += 7) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    expect(texts.open(changed, 'user 7')).toBeUndefined()
  }
  for (const text of ['', 'v1.', 'v1.AAAA', NUMBER]) expect(texts.open(text, 'user 7')).toBeUndefined()
})
