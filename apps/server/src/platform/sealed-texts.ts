import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Texts that nobody reads out of a stolen database: encrypted where they lie, each bound to the place it belongs to. */
export interface SealedTexts {
  /** `place` names the row: what is copied to another one does not open there. */
  seal(text: string, place: string): string
  /** Nothing when it was sealed with another key, for another place, or has been changed. */
  open(sealed: string, place: string): string | undefined
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1.'

export const isSealed = (text: string): boolean => text.startsWith(VERSION)

/** Its own key follows from the server's, so that one secret has to be kept and none has two uses. */
export const createSealedTexts = (serverKey: Buffer): SealedTexts => {
  const key = Buffer.from(hkdfSync('sha256', serverKey, '', 'sealed texts', KEY_BYTES))
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },

    open(sealed, place) {
      if (!isSealed(sealed)) return undefined
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
      if (tag.length !== TAG_BYTES) return undefined
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
