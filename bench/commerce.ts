import { measureGoodsList } from './commerce/goods-list.ts'
import { measureLargeTables } from './commerce/large-tables.ts'
import { measureNotices } from './commerce/notices.ts'
import { measureOrders } from './commerce/orders.ts'
import { measureStatementExport } from './commerce/statement-export.ts'
import { measureVolumes } from './commerce/volumes.ts'
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
