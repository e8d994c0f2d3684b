import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { limitConcurrency, QueueFullError } from '../../../platform/concurrency.ts'
import { AppError } from '../../../platform/errors.ts'

/** Argon2id by number: the package exports it as a const enum, which type stripping cannot read. */
const ARGON2ID = 2 as Algorithm.Argon2id
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of libuv's threads: file access needs the rest, or a burst of logins fails the balancer's health check. */
const AT_ONCE = 2
/** Work of two threads within a request's deadline; further requests are refused. */
export const QUEUE_LENGTH = 128
const limited = limitConcurrency(AT_ONCE, QUEUE_LENGTH)

const hashLimited = <Result>(work: () => Promise<Result>): Promise<Result> =>
  limited(work).catch((error: unknown) => {
    throw error instanceof QueueFullError ? new AppError('RATE_LIMITED') : error
  })

export const hashPassword = (password: string): Promise<string> => hashLimited(() => hash(password, OPTIONS))

/** True for the right password. Injected, so that a login can be measured without the hash. */
export type VerifyPassword = (passwordHash: string | null, password: string) => Promise<boolean>

/** Verified in place of a missing hash, so that an unknown number takes as long as a known one. */
const dummyHash = hashPassword('no account has this password')

export const verifyPassword: VerifyPassword = async (passwordHash, password) => {
  const expected = passwordHash ?? (await dummyHash)
  const isRight = await hashLimited(() => verify(expected, password))
  return isRight && passwordHash !== null
}
