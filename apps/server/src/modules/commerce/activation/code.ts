import { createHash, randomBytes } from 'node:crypto'
import { ACTIVATION_CODE_PATTERN } from '@yunji/contract/commerce/activation/schema'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_BYTES = 10
const DIGIT_BITS = 5n
const DIGITS = 16
const GROUP = /.{4}(?=.)/g

/** Eighty random bits: cannot be found by guessing. */
export const newCode = (): string => {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  let code = ''
  while (code.length < DIGITS) {
    code = `${ALPHABET[Number(bits & 31n)]}${code}`
    bits >>= DIGIT_BITS
  }
  return code
}

/** Normalizes a typed code: case, spaces, and letters that look like digits. Nothing for a text that cannot be a code. */
export const readCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return ACTIVATION_CODE_PATTERN.test(code) ? code : undefined
}

/** `ABCD-EFGH-JKMN-PQRS`. */
export const formatCode = (code: string): string => code.replace(GROUP, '$&-')

/** Codes are found by digest; the database holds none in clear text. */
export const digestOf = (code: string): Buffer => createHash('sha256').update(code).digest()
