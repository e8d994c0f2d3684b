import {
  DELETION_COOLING_OFF_DAYS,
  DeletionObstacle,
  type DeletionState,
} from '@yunji/contract/accounts/profile/schema'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { formatCount } from '@yunji/contract/display/text'
import type * as calls from '@yunji/contract/operator/user-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { userGuessSource } from '../sms-codes/index.ts'
import type { DeletionDeps } from './deps.ts'
import { findHoldings } from './forfeit-holdings.ts'
import {
  deleteDeletion,
  findDeletion,
  findUser,
  hasAccount,
  insertDeletion,
  listObstacles,
  lockAccount,
} from './store.ts'

export const getDeletion =
  ({ database: { db }, clock }: DeletionDeps) =>
  async ({ userId }: Pick<Caller, 'userId'>): Promise<DeletionState> => {
    const [obstacles, erasesAt, holdings] = await Promise.all([
      listObstacles(db, userId),
      findDeletion(db, userId),
      findHoldings(db, userId, clock.now()),
    ])
    return { obstacles, holdings, erasesAt: erasesAt?.getTime() ?? null, coolingOffDays: DELETION_COOLING_OFF_DAYS }
  }

const words: Readonly<Record<DeletionObstacle, (count: number) => string>> = {
  [DeletionObstacle.device]: (count) => `还有 ${formatCount(count)} 台云手机未释放`,
  [DeletionObstacle.transfer]: (count) => `还有 ${formatCount(count)} 笔设备转移未结束`,
  [DeletionObstacle.grant]: (count) => `还有 ${formatCount(count)} 项设备授权未结束`,
  [DeletionObstacle.order]: (count) => `还有 ${formatCount(count)} 笔订单未完成`,
}

const textsOf = (obstacles: DeletionState['obstacles']): string[] =>
  obstacles.map(({ kind, count }) => words[kind](count))

const assertNoObstacles = async (tx: Tx | Db, userId: number): Promise<void> => {
  const obstacles = await listObstacles(tx, userId)
  if (obstacles.length === 0) return
  const text = `账号暂不能注销：${textsOf(obstacles).join('，')}`
  throw new AppError('DELETION_REFUSED', { text, data: { obstacles } })
}

/** Ends all sessions, so that the next login is deliberate: it cancels the deletion. */
export const requestDeletion =
  ({ database: { db }, clock, log, sessions, smsCodes }: DeletionDeps) =>
  async ({ userId }: Caller, code: string): Promise<{ erasesAt: number }> => {
    const user = await findUser(db, userId)
    if (!user?.passwordHash || !user.mobilePhone) throw new AppError('MUST_SET_PASSWORD')
    // Checked before the code is consumed, and again in the transaction.
    await assertNoObstacles(db, userId)
    await smsCodes.use(user.mobilePhone, SmsPurpose.deleteAccount, code, userGuessSource(userId))
    return db.transaction(async (tx) => {
      const account = await lockAccount(tx, userId)
      if (!account) throw notFound()
      if (account.frozenAt) throw new AppError('ACCOUNT_FROZEN')
      return beginDeletion(tx, { clock, log, sessions }, userId)
    })
  }

const beginDeletion = async (
  tx: Tx,
  { clock, log, sessions }: Pick<DeletionDeps, 'clock' | 'log' | 'sessions'>,
  userId: number,
): Promise<{ erasesAt: number }> => {
  const now = clock.now()
  const erasesAt = later(now, DELETION_COOLING_OFF_DAYS * DAY_MS)
  await assertNoObstacles(tx, userId)
  await insertDeletion(tx, { userId, requestedAt: now, erasesAt, attempts: 0, nextTryAt: erasesAt })
  await sessions.endAll(tx, userId)
  // As for the erasure itself: after a restore of an older backup the log alone knows of it.
  log.info({ userId, erasesAt }, 'account deletion requested')
  return { erasesAt: erasesAt.getTime() }
}

const notFound = (): AppError => new AppError('NOT_FOUND', { text: '没有找到这个用户' })

export const getUserDeletion =
  (deps: DeletionDeps) =>
  async (userId: number): Promise<CallData<typeof calls.getUserDeletion>> => {
    if (!(await hasAccount(deps.database.db, userId))) throw notFound()
    const state = await getDeletion(deps)({ userId })
    return { ...state, obstacleTexts: textsOf(state.obstacles) }
  }

/**
 * The rules of a customer's own request, without a code: the operator answers for who has asked, and the customer is told
 * by SMS. Not for a frozen account, whose customer could not log in to end the deletion.
 */
export const requestUserDeletion =
  (deps: DeletionDeps) =>
  ({ userId, isForfeitAgreed }: CallArguments<typeof calls.requestUserDeletion>): Promise<{ erasesAt: number }> =>
    deps.database.db.transaction(async (tx) => {
      const account = await lockAccount(tx, userId)
      if (!account) throw notFound()
      if (account.frozenAt) throw new AppError('SHOW_ERROR_TIP', { text: '账号已冻结，用户无法登录撤销，请先解除冻结' })
      if ((await findDeletion(tx, userId)) !== undefined)
        throw new AppError('SHOW_ERROR_TIP', { text: '账号已经在注销的等待期内' })
      const held = await findHoldings(tx, userId, deps.clock.now())
      if (!isForfeitAgreed && Object.values(held).some((amount) => amount > 0))
        throw new AppError('SHOW_ERROR_TIP', { text: '账号还有余额、云豆、优惠券或激活码，须用户同意放弃' })
      const begun = await beginDeletion(tx, deps, userId)
      const key = `deletionRequested:${userId}:${begun.erasesAt}`
      await deps.outbox.add(tx, { event: 'deletionRequested', userId, key, payload: begun })
      return begun
    })

export const cancelUserDeletion =
  ({ database: { db } }: DeletionDeps) =>
  async (userId: number): Promise<null> => {
    if (!(await deleteDeletion(db, userId))) throw new AppError('NOT_FOUND', { text: '没有待生效的注销' })
    return null
  }
