import type { Tx } from '../../../platform/database.ts'
import type { orders } from '../../../tables/orders.ts'
import { grantSpace } from '../../space/index.ts'
import { giveUpOrder } from '../orders/index.ts'
import type { FulfilmentDeps } from './deps.ts'

/** Room for files. Where the account has no place for it any more, the money goes back (1024). */
export const provideSpace = async (deps: FulfilmentDeps, tx: Tx, order: typeof orders.$inferSelect): Promise<void> => {
  if (!(await grantSpace(deps, tx, order))) await giveUpOrder(deps, tx, order, '云空间扩容失败，款项原路退回')
}
