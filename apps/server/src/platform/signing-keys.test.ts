import { mkdtemp, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCoverSigner } from '../modules/devices/covers/index.ts'
import { createSealedTexts } from './sealed-texts.ts'
import { createSignedTokens } from './signed-tokens.ts'
import { addSigningKey, createSigningKeys, findSigningKeys, singleKey } from './signing-keys.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const [ONE, TWO] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const before = singleKey(ONE)
const after = createSigningKeys([
  { number: 2, key: TWO },
  { number: 1, key: ONE },
])
const withoutFirst = createSigningKeys([{ number: 2, key: TWO }])

describe('keys of a data folder', () => {
  it('are made once, whole, and for their owner alone', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => findSigningKeys(folder)))
    expect(new Set(all.map((keys) => keys.current('x').key.toString('hex'))).size).toBe(1)
    expect((await stat(join(folder, 'signing-key'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['signing-key'])
  })

  it('are rotated by adding one, which writes from then on', async () => {
    const old = await findSigningKeys(folder)
    expect(await addSigningKey(folder)).toBe(2)
    expect(await addSigningKey(folder)).toBe(3)
    const keys = await findSigningKeys(folder)
    expect(keys.numbers).toEqual([3, 2, 1])
    expect(keys.find('x', 1)).toEqual(old.current('x').key)
    expect((await stat(join(folder, 'signing-key-3'))).mode & 0o777).toBe(0o600)
    await unlink(join(folder, 'signing-key'))
    expect((await findSigningKeys(folder)).numbers).toEqual([3, 2])
  })

  it('are not used when one is damaged', async () => {
    await writeFile(join(folder, 'signing-key'), 'half')
    await expect(findSigningKeys(folder)).rejects.toThrow('damaged')
  })

  it('may become settings', async () => {
    const own = await findSigningKeys(folder)
    const raw = `raw.${Buffer.from(own.unnumbered ?? '').toString('base64url')}`
    const configured = await findSigningKeys('/nowhere', [{ number: 1, secret: raw }])
    expect(configured.current('x')).toEqual(own.current('x'))
  })
})

it('differ by purpose and by number', () => {
  const made = ['a', 'b'].flatMap((purpose) => after.list(purpose).map(({ key }) => key.toString('hex')))
  expect(new Set(made).size).toBe(4)
  expect(after.find('a', 3)).toBeUndefined()
})

describe('a rotation', () => {
  const clock = createFakeClock()

  it('leaves signed tokens readable until their key goes, old form and new', () => {
    const old = createSignedTokens(before, clock).sign('page', { userId: 7 }, 60_000)
    // Signed by an earlier release: no number, and the first key itself.
    const unnumbered =
      'eyJleHBpcmVzQXQiOjQxMDI0NDQ4MDAwMDAsInBheWxvYWQiOnsidXNlcklkIjo3fX0.FxHu2fIZtIH-JGaLEnYBz5FNN_3_MKSQH68SWw_zwLU'
    const tokens = createSignedTokens(after, clock)
    const made = tokens.sign('page', { userId: 8 }, 60_000)
    expect([old, made].map((token) => tokens.read('page', token))).toEqual([{ userId: 7 }, { userId: 8 }])
    expect(made).toMatch(/^k2\./)
    expect(tokens.read('page', made.replace('k2.', 'k1.'))).toBeUndefined()
    expect(createSignedTokens(before, clock).read('page', made)).toBeUndefined()
    expect(createSignedTokens(withoutFirst, clock).read('page', old)).toBeUndefined()
    for (const keys of [before, after])
      expect(createSignedTokens(keys, clock).read('page', unnumbered)).toEqual({ userId: 7 })
    expect(createSignedTokens(withoutFirst, clock).read('page', unnumbered)).toBeUndefined()
  })

  it('leaves addresses of covers readable', () => {
    const nameOf = (address: string) => address.split('/').at(-1) ?? ''
    const asked = { userId: 7, deviceId: 8 }
    const old = nameOf(createCoverSigner(before, clock).sign(asked))
    const signer = createCoverSigner(after, clock)
    expect(signer.read(old)).toEqual(asked)
    expect(signer.read(nameOf(signer.sign(asked)))).toEqual(asked)
    expect(signer.read(nameOf(signer.sign(asked)).replace('-k2-', '-k1-'))).toBeUndefined()
    expect(createCoverSigner(withoutFirst, clock).read(old)).toBeUndefined()
  })

  it('leaves sealed texts readable, and tells which ones are to be sealed anew', () => {
    // Sealed by an earlier release with the first key.
    const v1 = 'v1.AwDx_zH4iktPP4G9ttpkEeycktNLkPQm-qybGFYgycY'
    expect(createSealedTexts(before).open(v1, 'row 1')).toBe('text')
    const texts = createSealedTexts(after)
    expect(texts.open(v1, 'row 1')).toBe('text')
    const v2 = texts.seal('text', 'row 1')
    expect(v2.startsWith(texts.currentPrefix)).toBe(true)
    expect(v1.startsWith(texts.currentPrefix)).toBe(false)
    expect(createSealedTexts(withoutFirst).open(v2, 'row 1')).toBe('text')
    expect(createSealedTexts(withoutFirst).open(v1, 'row 1')).toBeUndefined()
    expect(createSealedTexts(before).open(v2, 'row 1')).toBeUndefined()
  })
})
