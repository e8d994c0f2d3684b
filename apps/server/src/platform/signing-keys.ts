import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface NumberedKey {
  readonly number: number
  readonly key: Buffer
}

/** A key as a setting gives it: any text, or `raw.` and the base64 of a key file. */
export interface ConfiguredKey {
  readonly number: number
  readonly secret: string
}

/**
 * Keys of the server, by number. Each purpose has keys of its own, derived from these, so that none has two uses; the
 * number travels with whatever was signed or sealed, so that older keys go on reading.
 */
export interface SigningKeys {
  /** The key that signs and seals now. */
  current(purpose: string): NumberedKey
  find(purpose: string, number: number): Buffer | undefined
  /** Every key, the current one first. */
  list(purpose: string): readonly NumberedKey[]
  readonly numbers: readonly number[]
  /** The first key itself, which signed what carries no number. */
  readonly unnumbered: Buffer | undefined
}

const KEY_BYTES = 32
const FIRST = 1

/** The first of the keys writes, all of them read. */
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

/** One key under the first number: what tests and benches need. */
export const singleKey = (key: Buffer): SigningKeys => createSigningKeys([{ number: FIRST, key }])

/** The configured keys, or those that this data folder keeps for itself. */
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

/** Puts a new key beside those of a data folder; it writes from the next start on. */
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

/** Whether it was written: of several processes that start at once one does, and the file appears whole. */
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
