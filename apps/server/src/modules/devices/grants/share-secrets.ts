import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CARD_CODE_CHARACTERS } from '@yunji/contract/devices/grant/rules'
import type { SigningKeys } from '../../../platform/signing-keys.ts'

const PURPOSE = 'device shares'
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Keyed, because a card code or a PIN is quickly found from a plain hash. */
const hashWith = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const hashOf = (keys: SigningKeys, text: string): Buffer => hashWith(keys.current(PURPOSE).key, text)

/** Hashes by every key: a share made before a key rotation still opens. */
export const hashesOf = (keys: SigningKeys, text: string): Buffer[] =>
  keys.list(PURPOSE).map(({ key }) => hashWith(key, text))

export const isHashOf = (keys: SigningKeys, hash: Buffer, text: string): boolean =>
  hashesOf(keys, text).some((each) => timingSafeEqual(each, hash))

export const newCardCode = (): string =>
  Array.from(randomBytes(CARD_CODE_CHARACTERS), (byte) => ALPHABET[byte & 31]).join('')
