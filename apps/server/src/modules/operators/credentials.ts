import { hash, randomInt } from 'node:crypto'
import { addressBlockOf } from '../../platform/address-block.ts'

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_CHARACTERS = 20
const RECOVERY_CODES = 10
const RECOVERY_PART = 5
const ORIGIN_BYTES = 16

const randomText = (characters: number): string =>
  Array.from({ length: characters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** First password of an operator; 99 bits. */
export const newPassword = (): string => randomText(PASSWORD_CHARACTERS)

/** Codes that each replace the second factor once; 49 bits, and the tries are limited. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${randomText(RECOVERY_PART)}-${randomText(RECOVERY_PART)}`)

/** Typed with or without the dash, in any case. Bound to the operator, so that equal codes have different hashes. */
export const recoveryHash = (operatorId: number, code: string): Buffer =>
  hash('sha256', `${operatorId}\n${code.toLowerCase().replaceAll('-', '')}`, 'buffer')

/** Address block of a login, as a hash that failures are counted by. */
export const originOf = (address: string): Buffer =>
  hash('sha256', `operator\n${addressBlockOf(address)}`, 'buffer').subarray(0, ORIGIN_BYTES)
