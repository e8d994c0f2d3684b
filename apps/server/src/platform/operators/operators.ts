import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Access } from '@yunji/contract/wire/call'
import {
  machineRights,
  OPERATOR_IDLE_MS,
  OPERATOR_SESSION_MS,
  type OperatorStep,
  rightsOfRole,
} from '@yunji/contract/wire/operator-roles'
import { type Clock, later, MINUTE_MS } from '../clock.ts'
import type { Database } from '../database.ts'
import { AppError } from '../errors.ts'
import { recordRefusal } from './audit.ts'
import type { Operator, OperatorRequest } from './operator.ts'
import {
  findActiveOperator,
  findOperatorSession,
  type OperatorSessionRow,
  touchOperatorSession,
} from './session-store.ts'

export interface Operators {
  find(token: unknown): Promise<Operator | null>
  /** For work that goes on without a session; null stands for the machine operator. */
  findById(operatorId: number | null): Promise<Operator | null>
  /** Keeps a refused attempt in the audit log, a bounded number of them for each operator. */
  recordRefusal(operator: Operator, request: OperatorRequest): Promise<void>
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares a given secret with the configured one in constant time; nothing equals one that is not set. */
export const createSecretCheck = (configured: string | undefined): ((given: unknown) => boolean) => {
  const expected = configured === undefined ? undefined : hashOf(configured)
  return (given) => expected !== undefined && typeof given === 'string' && timingSafeEqual(hashOf(given), expected)
}

/** Name of the configured token in the audit log. */
const MACHINE_NAME = '令牌'

const MACHINE: Operator = {
  operatorId: null,
  sessionId: null,
  name: MACHINE_NAME,
  displayName: '客服',
  role: 'owner',
  rights: machineRights,
  step: 'ready',
}

const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/
/** Minimum interval between two writes of a session's last use, so that few reads write. */
const TOUCH_INTERVAL_MS = MINUTE_MS

/** Session before it is inserted; only the hash of its token is stored. */
export const newOperatorSession = (clock: Clock) => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = clock.now()
  const times = { createdAt, lastUsedAt: createdAt, expiresAt: later(createdAt, OPERATOR_SESSION_MS) }
  return { token, row: { tokenHash: hashOf(token), ...times } }
}

/** The enrolled second factor comes before everything: a stolen password alone changes nothing. */
export const stepOf = (
  session: Pick<OperatorSessionRow, 'isProved' | 'hasSecondFactor' | 'mustChangePassword'>,
): OperatorStep => {
  if (session.hasSecondFactor && !session.isProved) return 'secondFactor'
  if (session.mustChangePassword) return 'changePassword'
  return session.hasSecondFactor ? 'ready' : 'enrolSecondFactor'
}

/** Looks operators up for every call, so that a changed role or an ended session acts at once. */
export const createOperators = (
  database: Pick<Database, 'db' | 'pool'>,
  clock: Clock,
  configuredToken: string | undefined,
): Operators => {
  const isMachine = createSecretCheck(configuredToken)
  return {
    async find(token) {
      if (isMachine(token)) return MACHINE
      if (typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null
      const now = clock.now()
      const usedAfter = later(now, -OPERATOR_IDLE_MS)
      const session = await findOperatorSession(database.pool, hash('sha256', token, 'buffer'), now, usedAfter)
      if (!session) return null
      const { sessionId, operatorId, name, displayName, role } = session
      if (now.getTime() - session.lastUsedAt.getTime() >= TOUCH_INTERVAL_MS) {
        await touchOperatorSession(database.pool, sessionId, now)
      }
      return { operatorId, sessionId, name, displayName, role, rights: rightsOfRole[role], step: stepOf(session) }
    },
    async findById(operatorId) {
      if (operatorId === null) return configuredToken === undefined ? null : MACHINE
      const found = await findActiveOperator(database.pool, operatorId)
      return found && { operatorId, sessionId: null, ...found, rights: rightsOfRole[found.role], step: 'ready' }
    },
    recordRefusal: (operator, request) => recordRefusal(database, clock, operator, request),
  }
}

type OperatorAccess = Extract<Access, { kind: 'operator' }>

/** The operator of the token; refused without any of the rights, or while the login misses a step. */
export const admitOperator = async (
  operators: Operators,
  { right, orRights, isAnyStep }: OperatorAccess,
  token: unknown,
  request: OperatorRequest,
): Promise<Operator> => {
  const operator = await operators.find(token)
  if (!operator) throw new AppError('LOGIN_TOKEN_INVALID')
  const { step } = operator
  if (step !== 'ready' && !isAnyStep) throw new AppError('LOGIN_TOKEN_INVALID', { data: { step } })
  if (right !== null && ![right, ...orRights].some((each) => operator.rights.includes(each))) {
    await operators.recordRefusal(operator, request)
    throw new AppError('NO_PERMISSION', { data: { right } })
  }
  return operator
}
