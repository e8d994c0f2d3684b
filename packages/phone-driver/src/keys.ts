import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { encodePublicKey } from '@yunji/phone-protocol/adb/auth'

export interface PhoneKeys {
  readonly privateKey: KeyObject
  /** In Android's form, as a phone's `adb_keys` lists it. */
  readonly publicKey: string
  /** Earlier keys, for phones that do not have the newest one yet. */
  readonly older?: readonly PhoneKeys[]
}

const FILE_NAME = 'adbkey'
const NAME = 'yunji'

/** The key pair of this installation; made on first use, readable by its owner only. */
export async function loadPhoneKeys(folder: string): Promise<PhoneKeys> {
  const file = path.join(folder, FILE_NAME)
  return readPhoneKeys(file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await createKey(file)
    return readPhoneKeys(file)
  })
}

/** Also reads the output of `adb keygen`. */
export async function readPhoneKeys(file: string): Promise<PhoneKeys> {
  return withPublicKey(createPrivateKey(await readFile(file)))
}

/** Keys out of a setting: PEM with `\\n` written out or base64 of PKCS #8, several between commas, the newest first. */
export function parsePhoneKeys(text: string): PhoneKeys {
  const [newest, ...older] = text.split(',').map((entry) => withPublicKey(parsePrivateKey(entry.trim())))
  if (!newest) throw new Error('There is no key.')
  return { ...newest, older }
}

const withPublicKey = (privateKey: KeyObject): PhoneKeys => ({
  privateKey,
  publicKey: encodePublicKey(createPublicKey(privateKey), NAME),
})

function parsePrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'))
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
}

/** Written atomically; of two processes that create it at once, the first wins. */
async function createKey(file: string): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  try {
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished)
  }
}
