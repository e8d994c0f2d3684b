import type { OperatorStep } from '@yunji/contract/wire/operator-roles'
import { DAY_MS, later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type AddAudit, insertAudit } from '../../platform/operators/audit.ts'
import type { Operator, OperatorRequest } from '../../platform/operators/operator.ts'
import { newOperatorSession, stepOf } from '../../platform/operators/operators.ts'
import { hashPassword, verifyPassword } from '../accounts/users/index.ts'
import { originOf } from './credentials.ts'
import type { OperatorDeps } from './deps.ts'
import {
  ANYWHERE,
  ANYWHERE_LIMIT,
  clearTries,
  endExemption,
  isKnownOrigin,
  isNextLoginExempt,
  loginSubject,
  ORIGIN_LIMIT,
  takeTry,
} from './failure-store.ts'
import { endViewsWithoutAccess } from './manage-operators.ts'
import {
  endOldestSessions,
  endSession,
  endSessionsOf,
  findById,
  findByName,
  insertSession,
  isSessionOpen,
  lockById,
  type OperatorRow,
  updateOperator,
} from './store.ts'

/** Ended sessions are kept as long: an origin is known for that time. */
export const ORIGIN_KNOWN_MS = 30 * DAY_MS
const MOST_SESSIONS = 20
/** Longer than the name of any operator. */
const LONGEST_NAME = 64

const subjectOf = (operatorId: number): string => `operator:${operatorId}`

/**
 * Strangers' tries are limited in total as well. The origins that an operator works at are exempt from that limit, so
 * that nobody can keep the operator out by guessing.
 */
const takeLoginTry = async ({ database: { db }, clock }: OperatorDeps, name: string, origin: Buffer) => {
  const subject = loginSubject(name)
  if (!(await takeTry(db, clock, { subject, origin, ...ORIGIN_LIMIT }))) throw new AppError('PASSWORD_LOCKED')
  const now = clock.now()
  const isExempt =
    (await isKnownOrigin(db, name, origin, later(now, -ORIGIN_KNOWN_MS))) || (await isNextLoginExempt(db, name, now))
  if (isExempt || (await takeTry(db, clock, { subject, origin: ANYWHERE, ...ANYWHERE_LIMIT }))) return
  throw new AppError('PASSWORD_LOCKED', { text: '该账号近期密码错误较多，请一小时后再试，或换到常用的网络' })
}

interface Client {
  readonly browser: string
  readonly address: string
}

/** An unknown name, a disabled operator and a wrong password take the same path and give the same answer. */
export const logIn =
  (deps: OperatorDeps) =>
  async (given: { name: string; password: string }, client: Client, request: OperatorRequest) => {
    const { database, clock } = deps
    // Lower case can be longer than the given text, and counts of tries have a bounded key.
    const name = given.name.toLowerCase().slice(0, LONGEST_NAME)
    const origin = originOf(client.address)
    await takeLoginTry(deps, name, origin)
    const found = await findByName(database.db, name)
    const isRight = await verifyPassword(found?.passwordHash ?? null, given.password)
    if (!found || !isRight) throw wrongLogin()
    const { token, row } = newOperatorSession(clock)
    return database.db.transaction(async (tx) => {
      const current = await lockById(tx, found.id)
      // A reset while the password was checked has ended every session: none may begin after it with the old password.
      if (!current || current.disabledAt || current.passwordHash !== found.passwordHash) throw wrongLogin()
      await clearTries(tx, loginSubject(name), origin)
      await endExemption(tx, name)
      await insertSession(tx, { ...row, ...client, operatorId: found.id, origin })
      await endOldestSessions(tx, found.id, row.createdAt, MOST_SESSIONS)
      await updateOperator(tx, found.id, { lastLoginAt: row.createdAt })
      await insertAudit(tx, row.createdAt, factsOf(current), request, { subject: subjectOf(found.id) })
      return { token, step: firstStepOf(current), operator: factsOf(current) }
    })
  }

const wrongLogin = () => new AppError('PASSWORD_VERIFICATION_FAILED', { text: '用户名或密码不正确' })

const factsOf = ({ id, name, role }: OperatorRow) => ({ operatorId: id, name, role })

const firstStepOf = ({ totpConfirmedAt, mustChangePassword }: OperatorRow): OperatorStep =>
  stepOf({ isProved: false, hasSecondFactor: totpConfirmedAt !== null, mustChangePassword })

/** Session of a person at one of the steps; the configured token has no login to go on with. */
export const personAt = (operator: Operator, steps: readonly OperatorStep[]) => {
  const { operatorId, sessionId, step, name } = operator
  if (operatorId === null || sessionId === null) throw new AppError('NO_PERMISSION')
  if (!steps.includes(step)) throw new AppError('LOGIN_TOKEN_INVALID', { data: { step } })
  return { operatorId, sessionId, name, step, subject: subjectOf(operatorId) }
}

/** Locked operator of a session that is still open: a reset during slow checks ends it. */
export const lockOpenSession = async (tx: Tx, operatorId: number, sessionId: number): Promise<OperatorRow> => {
  const row = await lockById(tx, operatorId)
  if (!row || !(await isSessionOpen(tx, sessionId))) throw new AppError('LOGIN_TOKEN_INVALID')
  return row
}

/** Checks the password of an operator who is logged in, with limited tries. Returns the hash that it was compared with. */
export const assertPassword = async (
  { database: { db }, clock }: OperatorDeps,
  operatorId: number,
  password: string,
): Promise<string | null> => {
  const tries = passwordTriesOf(operatorId)
  if (!(await takeTry(db, clock, tries))) throw new AppError('PASSWORD_LOCKED')
  const passwordHash = (await findById(db, operatorId))?.passwordHash ?? null
  if (!(await verifyPassword(passwordHash, password))) throw new AppError('OLD_PASSWORD_WRONG')
  await clearTries(db, tries.subject, ANYWHERE)
  return passwordHash
}

const passwordTriesOf = (operatorId: number) => ({
  subject: `password:${operatorId}`,
  origin: ANYWHERE,
  ...ORIGIN_LIMIT,
})

/** Not while the second factor is missing: a stolen password must not become another one. */
export const changePassword =
  (deps: OperatorDeps) =>
  async (operator: Operator, change: { oldPassword: string; newPassword: string }, addAudit: AddAudit) => {
    const { database, clock } = deps
    const { operatorId, sessionId, subject } = personAt(operator, ['changePassword', 'ready'])
    const checkedHash = await assertPassword(deps, operatorId, change.oldPassword)
    if (change.oldPassword === change.newPassword) {
      throw new AppError('BAD_INPUT', { text: '新密码不能与原密码相同' })
    }
    const passwordHash = await hashPassword(change.newPassword)
    await database.db.transaction(async (tx) => {
      const current = await lockOpenSession(tx, operatorId, sessionId)
      if (current.passwordHash !== checkedHash) throw new AppError('OLD_PASSWORD_WRONG')
      await updateOperator(tx, operatorId, { passwordHash, mustChangePassword: false })
      await endSessionsOf(tx, operatorId, clock.now(), sessionId)
      await addAudit(tx, { subject })
    })
    return null
  }

export const logOut =
  ({ database: { db }, clock }: OperatorDeps) =>
  (operator: Operator, addAudit: AddAudit): Promise<null> =>
    db.transaction(async (tx: Tx) => {
      const { operatorId, sessionId, subject } = personAt(operator, [operator.step])
      await endSession(tx, sessionId, operatorId, clock.now())
      await endViewsWithoutAccess(tx, operatorId, clock.now())
      await addAudit(tx, { subject })
      return null
    })
