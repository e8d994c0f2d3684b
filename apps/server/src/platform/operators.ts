import { createHash, timingSafeEqual } from 'node:crypto'

/** Until the console has users with roles, the holder of the configured token is the operator. */
export interface Operators {
  isOperator(token: unknown): boolean
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const createOperators = (configured: string | undefined): Operators => {
  const expected = configured === undefined ? undefined : hashOf(configured)
  return {
    isOperator: (token) =>
      expected !== undefined && typeof token === 'string' && timingSafeEqual(hashOf(token), expected),
  }
}
