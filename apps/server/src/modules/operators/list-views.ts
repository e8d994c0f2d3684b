import type * as calls from '@yunji/contract/operator/list-view-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import type { OperatorDeps } from './deps.ts'
import { lockById } from './store.ts'
import { deleteView, listViews, writeView } from './view-store.ts'

type Deps = Pick<OperatorDeps, 'database' | 'clock'>

const MOST_OF_LIST = 20
const MOST_VIEWS = 200

/** The operator of the configured token is no person, and has no views. */
const personOf = ({ operatorId }: Operator): number => {
  if (operatorId === null) throw new AppError('NOT_FOUND', { text: '令牌没有自己的视图' })
  return operatorId
}

export const getListViews =
  ({ database: { db } }: Deps) =>
  async ({ operatorId }: Operator): Promise<CallData<typeof calls.getListViews>> => ({
    records: operatorId === null ? [] : await listViews(db, operatorId),
  })

/** The operator's row is locked, so that views saved at the same moment are counted one after the other. */
export const saveListView =
  ({ database: { db }, clock }: Deps) =>
  (operator: Operator, view: CallArguments<typeof calls.saveListView>): Promise<null> =>
    db.transaction(async (tx) => {
      const operatorId = personOf(operator)
      await lockById(tx, operatorId)
      const views = await listViews(tx, operatorId)
      const ofList = views.filter(({ list }) => list === view.list)
      if (ofList.every(({ name }) => name !== view.name)) {
        if (ofList.length >= MOST_OF_LIST)
          throw new AppError('SHOW_ERROR_TIP', { text: `每个列表最多 ${MOST_OF_LIST} 个视图，请先删除一个` })
        if (views.length >= MOST_VIEWS)
          throw new AppError('SHOW_ERROR_TIP', { text: `一共最多 ${MOST_VIEWS} 个视图，请先删除一个` })
      }
      await writeView(tx, { operatorId, ...view }, clock.now())
      return null
    })

export const deleteListView =
  ({ database: { db } }: Deps) =>
  async (operator: Operator, key: CallArguments<typeof calls.deleteListView>): Promise<null> => {
    await deleteView(db, { operatorId: personOf(operator), ...key })
    return null
  }
