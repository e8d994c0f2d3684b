import { type Algorithm, hash } from '@node-rs/argon2'

const ARGON2ID = 2 as Algorithm.Argon2id

/**
 * A real hash, of the least work that there is: how much work a password takes stands in its hash. For people who only
 * have to be there; what a password really takes would be most of what the tests take.
 */
export const hashCheaply = (password: string): Promise<string> =>
  hash(password, { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 })
