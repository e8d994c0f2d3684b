import { createHash, timingSafeEqual } from 'node:crypto'

/** Until the console has users with roles, the holder of the configured token is the operator. */
export interface Operators {
  isOperator(token: unknown): boolean
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares a given secret with the configured one in constant time; nothing equals one that is not set. */
export const createSecretCheck = (configured: string | undefined): ((given: unknown) => boolean) => {
  const expected = configured === undefined ? undefined : hashOf(configured)
  return (given) => expected !== undefined && typeof given === 'string' && timingSafeEqual(hashOf(given), expected)
}

export const createOperators = (configured: string | undefined): Operators => ({
  isOperator: createSecretCheck(configured),
})
