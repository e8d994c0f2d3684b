import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface NumberedKey {
  readonly number: number
  readonly key: Buffer
}

/** Key from a setting: any text, or `raw.` and the base64 of a key file. */
export interface ConfiguredKey {
  readonly number: number
  readonly secret: string
}

/**
 * Keys of the server, by number. Each purpose has keys of its own, derived from these; the number is part of everything
 * signed or sealed, so that older keys can still read it.
 */
export interface SigningKeys {
  /** The key that signs and seals. */
  current(purpose: string): NumberedKey
  find(purpose: string, number: number): Buffer | undefined
  /** Every key, the current one first. */
  list(purpose: string): readonly NumberedKey[]
  readonly numbers: readonly number[]
  /** The first key itself, which signed tokens without a number. */
  readonly unnumbered: Buffer | undefined
}

const KEY_BYTES = 32
const FIRST = 1

/** The first key writes, all of them read. */
export const createSigningKeys = (keys: readonly [NumberedKey, ...NumberedKey[]]): SigningKeys => {
  const derived = new Map<string, readonly [NumberedKey, ...NumberedKey[]]>()
  const list = (purpose: string): readonly [NumberedKey, ...NumberedKey[]] => {
    const known = derived.get(purpose)
    if (known) return known
    const derive = ({ number, key }: NumberedKey): NumberedKey => ({
      number,
      key: Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)),
    })
    const [current, ...others] = keys
    const made = [derive(current), ...others.map(derive)] as const
    derived.set(purpose, made)
    return made
  }
  return {
    current: (purpose) => list(purpose)[0],
    find: (purpose, number) => list(purpose).find((each) => each.number === number)?.key,
    list,
    numbers: keys.map(({ number }) => number),
    unnumbered: keys.find(({ number }) => number === FIRST)?.key,
  }
}

/** A single key with the first number, for tests and benches. */
export const singleKey = (key: Buffer): SigningKeys => createSigningKeys([{ number: FIRST, key }])

/** The configured keys, or those stored in the data folder. */
export const findSigningKeys = async (
  dataDir: string,
  configured: readonly ConfiguredKey[] = [],
): Promise<SigningKeys> => {
  const [first, ...others] = configured.map(({ number, secret }) => ({ number, key: keyOf(secret) }))
  if (first) return createSigningKeys([first, ...others])
  await writeKey(dataDir, FIRST)
  const [newest = FIRST, ...older] = await numbersIn(dataDir)
  const [current, ...rest] = await Promise.all([newest, ...older].map((number) => readKey(dataDir, number)))
  return createSigningKeys([current as NumberedKey, ...rest])
}

/** Adds a key to the data folder; it is current from the next start on. */
export const addSigningKey = async (dataDir: string): Promise<number> => {
  await writeKey(dataDir, FIRST)
  const [newest = FIRST] = await numbersIn(dataDir)
  if (!(await writeKey(dataDir, newest + 1)))
    throw new Error('another rotation is under way: look at npm run keys:status')
  return newest + 1
}

const RAW = 'raw.'
const keyOf = (secret: string): Buffer =>
  secret.startsWith(RAW)
    ? Buffer.from(secret.slice(RAW.length), 'base64')
    : createHash('sha256').update(secret).digest()

/** `signing-key`, then `signing-key-2` and so on. */
const fileOf = (dataDir: string, number: number): string =>
  join(dataDir, number === FIRST ? 'signing-key' : `signing-key-${number}`)

/** Newest first. */
const numbersIn = async (dataDir: string): Promise<number[]> => {
  const names = await readdir(dataDir)
  const numbers = names.flatMap((name) => {
    const found = /^signing-key(?:-([1-9]\d{0,5}))?$/.exec(name)
    return found ? [Number(found[1] ?? FIRST)] : []
  })
  return numbers.toSorted((one, other) => other - one)
}

/** False when a key exists already: of several processes that start at once one writes it, and it appears whole. */
const writeKey = async (dataDir: string, number: number): Promise<boolean> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (number === FIRST && (await numbersIn(dataDir)).length > 0) return false
  const unfinished = join(dataDir, `.signing-key.${randomUUID()}`)
  await writeFile(unfinished, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
  try {
    await link(unfinished, fileOf(dataDir, number))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

const readKey = async (dataDir: string, number: number): Promise<NumberedKey> => {
  const file = fileOf(dataDir, number)
  const key = await readFile(file)
  if (key.length === KEY_BYTES) return { number, key }
  throw new Error(`${file} is damaged: bring it back from a backup (docs/keys.md says what is lost without it)`)
}
