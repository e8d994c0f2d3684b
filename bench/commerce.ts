import { measureVolumes } from './commerce/batch-work.ts'
import { measureGoodsList } from './commerce/goods-list.ts'
import { measureLargeTables } from './commerce/large-tables.ts'
import { measureOrders } from './commerce/orders.ts'
import { measureNotices } from './commerce/payment-notices.ts'
import { measureStatementExport } from './commerce/statement-export.ts'
import type { Part } from './run.ts'

/** What it costs to sell. */
export const commerceParts = (): readonly Part[] => [
  measureGoodsList,
  measureOrders,
  measureNotices,
  measureLargeTables,
  measureVolumes,
  measureStatementExport,
]
