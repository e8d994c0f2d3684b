import type { returnTrial as returnCall } from '@yunji/contract/operator/content-calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { TrialDeps } from './claim-trial.ts'
import { marksOf } from './marks.ts'
import {
  countReturns,
  deleteMarks,
  deleteTrial,
  findTrial,
  hasAccount,
  insertReturn,
  listReturns,
  listTraits,
  lockClaims,
} from './store.ts'

const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

/**
 * Lets an account claim a trial again: its ended trial goes, and so do marks of its number, card and clients that another
 * account has left. That account keeps its own trial, and with it the refusal.
 */
export const returnTrial =
  ({ database: { db }, clock, signingKeys }: TrialDeps) =>
  (
    { operatorId, name }: Operator,
    { userId, operatorName: given = name, reason }: CallArguments<typeof returnCall>,
  ): Promise<null> =>
    db.transaction(async (tx) => {
      const operatorName = operatorId === null ? given : name
      if (!(await hasAccount(tx, userId))) throw new AppError('NOT_FOUND')
      // A claim under way ends first, and shows its trial.
      await lockClaims(tx)
      const trial = await findTrial(tx, userId)
      if (trial && trial.device.state !== 'released') throw refuse('试用还没有结束')
      if (trial) await deleteTrial(tx, trial.deviceId)
      const marks = await deleteMarks(tx, marksOf(signingKeys, await listTraits(tx, userId)).all)
      if (!trial && marks === 0) throw refuse('这个账号没有用过试用，可以直接领取')
      await insertReturn(tx, { userId, operatorName, reason, returnedAt: clock.now() })
      return null
    })

export const getTrialReturns =
  ({ database: { db } }: TrialDeps) =>
  async (paging: { readonly page: number; readonly rows: number }) => {
    const [rows, total] = await Promise.all([listReturns(db, paging), countReturns(db)])
    const records = rows.map(({ id: _id, returnedAt, ...given }) => ({ ...given, returnedAt: returnedAt.getTime() }))
    return pageOf(records, paging.page, paging.rows, total)
  }
