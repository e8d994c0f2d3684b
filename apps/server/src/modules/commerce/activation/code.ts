import { createHash, randomBytes } from 'node:crypto'
import { ACTIVATION_CODE_PATTERN } from '@yunji/contract/commerce/activation/schema'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_BYTES = 10
const DIGIT_BITS = 5n
const DIGITS = 16
const GROUP = /.{4}(?=.)/g

/** Eighty random bits: nobody comes upon one by trying. */
export const newCode = (): string => {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  let code = ''
  while (code.length < DIGITS) {
    code = `${ALPHABET[Number(bits & 31n)]}${code}`
    bits >>= DIGIT_BITS
  }
  return code
}

/** What somebody typed, as it was made: small letters, gaps and the letters that look like digits are no mistake. */
export const readCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return ACTIVATION_CODE_PATTERN.test(code) ? code : undefined
}

/** `ABCD-EFGH-JKMN-PQRS`. */
export const formatCode = (code: string): string => code.replace(GROUP, '$&-')

/** By which it is found; the code itself is nowhere in the open. */
export const digestOf = (code: string): Buffer => createHash('sha256').update(code).digest()
