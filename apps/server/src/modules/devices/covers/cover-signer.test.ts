import { createFakeClock } from '@yunji/testkit/fake-clock'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { singleKey } from '../../../platform/signing-keys.ts'
import { createCoverSigner } from './cover-signer.ts'

const asked = { userId: 100_001, deviceId: 200_001 }
const nameOf = (address: string) => address.split('/').at(-1) ?? ''

it('reads back what it signed, for five to ten minutes', () => {
  const clock = createFakeClock()
  const signer = createCoverSigner(singleKey(Buffer.alloc(32, 1)), clock)
  const name = nameOf(signer.sign(asked))
  expect(signer.read(name)).toEqual(asked)
  clock.advance(5 * MINUTE_MS)
  expect(signer.read(name)).toEqual(asked)
  clock.advance(5 * MINUTE_MS)
  expect(signer.read(name)).toBeUndefined()
})

it('gives the same address within a window, so that a picture is loaded once', () => {
  const clock = createFakeClock()
  const signer = createCoverSigner(singleKey(Buffer.alloc(32, 1)), clock)
  const first = signer.sign(asked)
  clock.advance(4 * MINUTE_MS)
  expect(signer.sign(asked)).toBe(first)
})

it('takes no name that was changed, cut, or signed with another key', () => {
  const clock = createFakeClock()
  const signer = createCoverSigner(singleKey(Buffer.alloc(32, 1)), clock)
  const name = nameOf(signer.sign(asked))
  const other = nameOf(createCoverSigner(singleKey(Buffer.alloc(32, 2)), clock).sign(asked))
  const forged = [
    other,
    name.replace('200001', '200002'),
    name.replace('100001', '100002'),
    name.replace(/-(\d+)-k1-/, (_all, expiry) => `-${Number(expiry) + 1}-k1-`),
    name.replace('-k1-', '-k2-'),
    name.replace('-k1-', '-'),
    name.replace(/.(?=\.jpg)/, (digit) => (digit === '0' ? '1' : '0')),
    name.replace('.jpg', ''),
    '',
    '1-2-3-.jpg',
  ]
  for (const each of forged) expect(signer.read(each)).toBeUndefined()
})
