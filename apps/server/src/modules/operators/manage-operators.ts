import { OPERATOR_IDLE_MS, type OperatorRole, rightsOfRole } from '@yunji/contract/wire/operator-roles'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type AddAudit, insertAudit } from '../../platform/operators/audit.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { pageOf } from '../../platform/paging.ts'
import { hashPassword } from '../accounts/users/index.ts'
import { endSupportViews } from '../devices/grants/index.ts'
import { newPassword } from './credentials.ts'
import type { OperatorDeps } from './deps.ts'
import { exemptNextLogin, forgetTries } from './failure-store.ts'
import {
  countOperators,
  endSession,
  endSessionsOf,
  findById,
  findByName,
  hasOpenSession,
  hasOperators,
  insertOperator,
  listOperators,
  listSessions,
  lockActiveOwners,
  lockById,
  lockOperators,
  type OperatorRow,
  replaceRecoveryCodes,
  updateOperator,
} from './store.ts'

type Deps = Pick<OperatorDeps, 'database' | 'clock'>

const factsOf = ({ name, role, disabledAt, totpConfirmedAt, mustChangePassword }: OperatorRow) => ({
  name,
  role,
  isDisabled: disabledAt !== null,
  hasSecondFactor: totpConfirmedAt !== null,
  mustChangePassword,
})

/** State of an operator in the audit log. */
export const readOperator = async (tx: Tx, operatorId: number | undefined): Promise<unknown> => {
  const row = operatorId === undefined ? undefined : await findById(tx, operatorId)
  return row && factsOf(row)
}

export const getOperators =
  ({ database: { db } }: Deps) =>
  async ({ page, rows }: { page: number; rows: number }) => {
    const records = (await listOperators(db, { page, rows })).map((row) => ({
      operatorId: row.id,
      ...factsOf(row),
      createdAt: row.createdAt.getTime(),
      lastLoginAt: row.lastLoginAt?.getTime() ?? null,
    }))
    return pageOf(records, page, rows, await countOperators(db))
  }

export const addOperator =
  ({ database: { db }, clock }: Deps) =>
  async ({ name, role }: { name: string; role: OperatorRole }) => {
    const password = newPassword()
    const passwordHash = await hashPassword(password)
    return db.transaction(async (tx) => {
      const added = await insertOperator(tx, { name, role, passwordHash, createdAt: clock.now() })
      if (!added) throw new AppError('BAD_INPUT', { text: '该用户名已被使用' })
      return { operatorId: added.id, password }
    })
  }

/** Support views end with the right to them, and with the operator's last session. */
export const endViewsWithoutAccess = async (tx: Tx, operatorId: number, now: Date): Promise<void> => {
  const row = await findById(tx, operatorId)
  if (!row) return
  const mayAct = row.disabledAt === null && rightsOfRole[row.role].includes('devices.act')
  if (mayAct && (await hasOpenSession(tx, operatorId, now, later(now, -OPERATOR_IDLE_MS)))) return
  await endSupportViews(tx, now, { operatorName: row.name })
}

interface Change {
  readonly operatorId: number
  readonly role?: OperatorRole | undefined
  readonly isDisabled?: boolean | undefined
}

/** Acts at once: every call looks the operator up. The last active owner stays one. */
export const changeOperator =
  ({ database: { db }, clock }: Deps) =>
  ({ operatorId, role, isDisabled }: Change): Promise<null> =>
    db.transaction(async (tx) => {
      const owners = await lockActiveOwners(tx)
      const row = await lockById(tx, operatorId)
      if (!row) throw new AppError('NOT_FOUND')
      const isLosing = isDisabled === true || (role !== undefined && role !== 'owner')
      if (isLosing && owners.length === 1 && owners[0]?.id === operatorId) {
        throw new AppError('SHOW_ERROR_TIP', { text: '至少要有一位有效的所有者' })
      }
      const disabledAt = isDisabled ? (row.disabledAt ?? clock.now()) : null
      await updateOperator(tx, operatorId, {
        ...(role !== undefined && { role }),
        ...(isDisabled !== undefined && { disabledAt }),
      })
      if (isDisabled) await endSessionsOf(tx, operatorId, clock.now())
      await endViewsWithoutAccess(tx, operatorId, clock.now())
      return null
    })

/** Adds its audit row itself: the subject is the caller. */
export const setDisplayName =
  ({ database: { db } }: Deps) =>
  ({ operatorId }: Operator, displayName: string, addAudit: AddAudit): Promise<null> =>
    db.transaction(async (tx) => {
      const row = operatorId === null ? undefined : await lockById(tx, operatorId)
      if (!row) throw new AppError('NOT_FOUND')
      await updateOperator(tx, row.id, { displayName })
      const before = { displayName: row.displayName }
      await addAudit(tx, { subject: `operator:${row.id}`, before, after: { displayName } })
      return null
    })

export const clearSecondFactor = async (tx: Tx, operatorId: number): Promise<void> => {
  await updateOperator(tx, operatorId, { totpSecret: null, totpConfirmedAt: null })
  await replaceRecoveryCodes(tx, operatorId, [])
}

/** How long a new password waits for its login. */
const EXEMPT_MS = DAY_MS

export const resetOperator =
  ({ database: { db }, clock }: Deps) =>
  async ({ operatorId, what }: { operatorId: number; what: 'password' | 'secondFactor' }) => {
    const password = what === 'password' ? newPassword() : undefined
    const passwordHash = password && (await hashPassword(password))
    return db.transaction(async (tx) => {
      const row = await lockById(tx, operatorId)
      if (!row) throw new AppError('NOT_FOUND')
      if (passwordHash) {
        await updateOperator(tx, operatorId, { passwordHash, mustChangePassword: true })
        await exemptNextLogin(tx, row.name, later(clock.now(), EXEMPT_MS))
      } else {
        await clearSecondFactor(tx, operatorId)
      }
      await forgetTries(tx, row)
      await endSessionsOf(tx, operatorId, clock.now())
      await endViewsWithoutAccess(tx, operatorId, clock.now())
      return password === undefined ? {} : { password }
    })
  }

export const getSessions =
  ({ database: { db }, clock }: Deps) =>
  async (operator: Operator, wantedId: number | undefined) => {
    const operatorId = wantedId ?? operator.operatorId
    if (operatorId !== operator.operatorId && !operator.rights.includes('operators.write')) {
      throw new AppError('NO_PERMISSION', { data: { right: 'operators.write' } })
    }
    if (operatorId === null) return { records: [] }
    const now = clock.now()
    const found = await listSessions(db, operatorId, now, later(now, -OPERATOR_IDLE_MS))
    return {
      records: found.map(({ id, browser, address, createdAt, lastUsedAt, expiresAt, provedAt }) => ({
        sessionId: id,
        operatorId,
        isCurrent: id === operator.sessionId,
        isProved: provedAt !== null,
        browser,
        address,
        createdAt: createdAt.getTime(),
        lastUsedAt: lastUsedAt.getTime(),
        expiresAt: expiresAt.getTime(),
      })),
    }
  }

/** Missing, ended and foreign sessions look alike. */
export const endOperatorSession =
  ({ database: { db }, clock }: Deps) =>
  (operator: Operator, sessionId: number): Promise<null> =>
    db.transaction(async (tx) => {
      const isOthersToo = operator.rights.includes('operators.write')
      if (!isOthersToo && operator.operatorId === null) throw new AppError('NOT_FOUND')
      const endedOf = await endSession(tx, sessionId, isOthersToo ? null : operator.operatorId, clock.now())
      if (endedOf === undefined) throw new AppError('NOT_FOUND')
      await endViewsWithoutAccess(tx, endedOf, clock.now())
      return null
    })

export const FIRST_OWNER = 'owner'

/** Adds the first owner where there is no operator; the password is returned once. */
export const seedOwner = async ({ db }: Pick<Database, 'db'>, clock: Clock): Promise<string | undefined> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    await lockOperators(tx)
    if (await hasOperators(tx)) return undefined
    await insertOperator(tx, { name: FIRST_OWNER, role: 'owner', passwordHash, createdAt: clock.now() })
    return password
  })
}

/** For somebody who has lost everything: new password, no second factor, an enabled owner. Undefined without such an operator. */
export const recoverOperator = async (
  { db }: Pick<Database, 'db'>,
  clock: Clock,
  name: string,
): Promise<string | undefined> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const found = await findByName(tx, name)
    if (!found) return undefined
    await updateOperator(tx, found.id, { passwordHash, mustChangePassword: true, disabledAt: null })
    await clearSecondFactor(tx, found.id)
    await forgetTries(tx, found)
    await exemptNextLogin(tx, found.name, later(clock.now(), EXEMPT_MS))
    await endSessionsOf(tx, found.id, clock.now())
    await endViewsWithoutAccess(tx, found.id, clock.now())
    const who = { operatorId: null, name: '命令', role: 'owner' } as const
    const entry = { subject: `operator:${found.id}`, before: factsOf(found), after: await readOperator(tx, found.id) }
    await insertAudit(tx, clock.now(), who, { path: 'operators:reset', address: '' }, entry)
    return password
  })
}
