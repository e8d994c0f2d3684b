import { type Algorithm, hash } from '@node-rs/argon2'

const ARGON2ID = 2 as Algorithm.Argon2id

/**
 * A real hash with the smallest cost, which is stored in the hash itself. For users whose password is not under test: the
 * regular cost would take most of the tests' time.
 */
export const hashCheaply = (password: string): Promise<string> =>
  hash(password, { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 })
