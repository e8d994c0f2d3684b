import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Argon2id by number: the package exports it as a const enum, which type stripping cannot read. */
const ARGON2ID = 2 as Algorithm.Argon2id
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Checked in place of a missing hash, so that an unknown number costs the same work as a known one. */
const dummyHash = hashPassword('no account has this password')

export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const isRight = await verify(passwordHash ?? (await dummyHash), password)
  return isRight && passwordHash !== null
}
