import {
  DELETION_COOLING_OFF_DAYS,
  DeletionObstacle,
  type DeletionState,
} from '@yunji/contract/accounts/profile/schema'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { formatCount } from '@yunji/contract/display/text'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { userGuessSource } from '../sms-codes/index.ts'
import type { DeletionDeps } from './deps.ts'
import { findHoldings } from './forfeit-holdings.ts'
import { findDeletion, findUser, insertDeletion, listObstacles } from './store.ts'

export const getDeletion =
  ({ database: { db }, clock }: DeletionDeps) =>
  async ({ userId }: Caller): Promise<DeletionState> => {
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

const assertNoObstacles = async (tx: Tx | Db, userId: number): Promise<void> => {
  const obstacles = await listObstacles(tx, userId)
  if (obstacles.length === 0) return
  const text = `账号暂不能注销：${obstacles.map(({ kind, count }) => words[kind](count)).join('，')}`
  throw new AppError('DELETION_REFUSED', { text, data: { obstacles } })
}

/** Ends all sessions, so that the next login is deliberate: it cancels the deletion. */
export const requestDeletion =
  ({ database: { db }, clock, sessions, smsCodes }: DeletionDeps) =>
  async ({ userId }: Caller, code: string): Promise<{ erasesAt: number }> => {
    const user = await findUser(db, userId)
    if (!user?.passwordHash || !user.mobilePhone) throw new AppError('MUST_SET_PASSWORD')
    // Checked before the code is consumed, and again in the transaction.
    await assertNoObstacles(db, userId)
    await smsCodes.use(user.mobilePhone, SmsPurpose.deleteAccount, code, userGuessSource(userId))
    const now = clock.now()
    const erasesAt = later(now, DELETION_COOLING_OFF_DAYS * DAY_MS)
    await db.transaction(async (tx) => {
      await assertNoObstacles(tx, userId)
      await insertDeletion(tx, { userId, requestedAt: now, erasesAt, attempts: 0, nextTryAt: erasesAt })
      await sessions.endAll(tx, userId)
    })
    return { erasesAt: erasesAt.getTime() }
  }
