import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type AnyColumn, sql } from 'drizzle-orm'
import type { SigningKeys } from './signing-keys.ts'

/** Encryption of texts in the database, each bound to its row, so that a stolen database does not reveal them. */
export interface SealedTexts {
  /** `place` names the row: a text copied to another row does not open there. */
  seal(text: string, place: string): string
  /** Undefined when sealed with another key, for another place, or modified. */
  open(sealed: string, place: string): string | undefined
  /** Prefix of texts sealed with the current key; others are to be resealed. */
  readonly currentPrefix: string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'sealed texts'
/** `v2.<key number>.<text>`, or `v1.<text>` for the first key. */
const FORM = /^(?:v1|v2\.(\d{1,6}))\.([\w-]+)$/

export const isSealed = (text: string): boolean => FORM.test(text)

/** Form of a sealed text in SQL: `v2.<number>`, `v1`, or empty for plain text. */
export const formOf = (column: AnyColumn) => sql<string>`coalesce(substring(${column} from '^(v1|v2\\.[0-9]+)\\.'), '')`

export const createSealedTexts = (keys: SigningKeys): SealedTexts => {
  const { number: currentNumber, key: currentKey } = keys.current(PURPOSE)
  // The first key keeps writing the form that earlier releases read.
  const currentPrefix = currentNumber === 1 ? 'v1.' : `v2.${currentNumber}.`
  return {
    currentPrefix,

    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, currentKey, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return currentPrefix + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },

    open(sealed, place) {
      const [, number = '1', text = ''] = FORM.exec(sealed) ?? []
      const key = keys.find(PURPOSE, Number(number))
      const bytes = Buffer.from(text, 'base64url')
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
      if (!key || tag.length !== TAG_BYTES) return undefined
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
