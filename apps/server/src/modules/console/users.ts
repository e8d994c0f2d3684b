import type { CheckStatus, UserType } from '@yunji/contract/accounts/user/enums'
import type { VerificationKind } from '@yunji/contract/accounts/verification/schema'
import { maskPhone } from '@yunji/contract/display/text'
import type { UserRecord } from '@yunji/contract/operator/records'
import type { getUser as getCall, searchUsers as searchCall } from '@yunji/contract/operator/user-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { AppError } from '../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../platform/keyset.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { endSupportViews } from '../devices/grants/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { mayReadNumbers } from './number-search.ts'
import {
  findUserDetails,
  hasCustomer,
  hasDeletion,
  listUsers,
  revokeSessions,
  setFrozen,
  type UserFilter,
  type UserRow,
} from './user-store.ts'

const factsOf = ({ id, name, userType, frozenAt, createdAt, deviceCount, ...checks }: UserRow) => ({
  userId: id,
  name,
  userType: userType as UserType,
  state: frozenAt ? ('frozen' as const) : ('active' as const),
  personalCheckStatus: checks.personalCheckStatus as CheckStatus,
  companyCheckStatus: checks.companyCheckStatus as CheckStatus,
  deviceCount,
  createdAt: createdAt.getTime(),
})

export const userRecordOf = (user: UserRow): UserRecord => ({
  ...factsOf(user),
  maskedPhone: maskPhone(user.mobilePhone ?? ''),
})

type Search = CallArguments<typeof searchCall>

const userFilterOf = ({ text, state, userType, verified, sort }: Search, operator: Operator): UserFilter => ({
  text,
  mayReadNumbers: mayReadNumbers(operator),
  isFrozen: state && state === 'frozen',
  userType: userType && Number(userType),
  isVerified: verified && verified === '1',
  isOldestFirst: sort === 'oldest',
})

export const searchUsers =
  ({ database: { db } }: ConsoleDeps) =>
  async (
    { cursor, ...search }: Search,
    operator: Operator,
    pageRows = PAGE_ROWS,
  ): Promise<CallData<typeof searchCall>> => {
    const found = await listUsers(db, userFilterOf(search, operator), placeOf(cursor, false), pageRows + 1)
    return keysetPage(found, pageRows, userRecordOf)
  }

const notFound = (): AppError => new AppError('NOT_FOUND', { text: '没有找到这个用户' })

export const getUser =
  ({ database: { db }, clock }: ConsoleDeps) =>
  async (userId: number, operator: Operator): Promise<CallData<typeof getCall>> => {
    const found = await findUserDetails(db, userId, clock.now())
    if (!found) throw notFound()
    const { user, accounts, checks, logins, audit } = found
    const phone = user.mobilePhone ?? ''
    const centsOf = (kind: 'balance' | 'beans'): number =>
      accounts.find((each) => each.kind === kind)?.balanceCents ?? 0
    return {
      ...factsOf(user),
      mobilePhone: mayReadNumbers(operator) ? phone : maskPhone(phone),
      avatar: user.avatar,
      frozenAt: user.frozenAt?.getTime() ?? null,
      frozenReason: user.frozenReason,
      erasesAt: user.erasesAt?.getTime() ?? null,
      orderCount: user.orderCount,
      balanceCents: centsOf('balance'),
      beansCents: centsOf('beans'),
      verifications: checks.map(({ id, kind, status, reason, submittedAt, decidedAt }) => ({
        verificationId: id,
        kind: kind as VerificationKind,
        status: status as CheckStatus,
        reason,
        submittedAt: submittedAt.getTime(),
        decidedAt: decidedAt?.getTime() ?? null,
      })),
      sessions: logins.map(({ id, deviceName, terminalType, clientType, address, ...times }) => ({
        sessionId: id,
        deviceName,
        terminalType,
        clientType,
        address,
        createdAt: times.createdAt.getTime(),
        renewedAt: times.renewedAt.getTime(),
        expiresAt: times.expiresAt.getTime(),
      })),
      audit: audit.map(({ id, at, operatorName, call, subject }) => ({
        auditId: id,
        at: at.getTime(),
        operatorName,
        call,
        subject,
      })),
    }
  }

/**
 * Sessions stay, and every call of theirs answers that the account is frozen. The database announces the change, so that
 * screens and pushes of every process end; so do support views of the customer's devices. Refused while the account is
 * being deleted: its customer could not log in to end that.
 */
export const freezeUser =
  ({ database: { db }, clock }: ConsoleDeps) =>
  (userId: number, reason: string): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await setFrozen(tx, userId, clock.now(), reason))) throw notFound()
      if (await hasDeletion(tx, userId))
        throw new AppError('SHOW_ERROR_TIP', { text: '账号在注销的等待期内，请先撤销注销' })
      await endSupportViews(tx, clock.now(), { ownerId: userId })
      return null
    })

export const unfreezeUser =
  ({ database: { db } }: ConsoleDeps) =>
  (userId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await setFrozen(tx, userId, null, ''))) throw notFound()
      return null
    })

export const endUserSessions =
  ({ database: { db }, clock }: ConsoleDeps) =>
  async (userId: number): Promise<{ ended: number }> => {
    if (!(await hasCustomer(db, userId))) throw notFound()
    return { ended: await revokeSessions(db, userId, clock.now()) }
  }
