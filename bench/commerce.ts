import { measureBatchWork } from './commerce/batch-work.ts'
import { measureGoodsList } from './commerce/goods-list.ts'
import { measureLargeTables } from './commerce/large-tables.ts'
import { measureOrders } from './commerce/orders.ts'
import { measurePaymentNotices } from './commerce/payment-notices.ts'
import { measureStatementExport } from './commerce/statement-export.ts'
import type { Measurement } from './run.ts'

/** What it costs to sell. */
export const commerceMeasurements = (): readonly Measurement[] => [
  measureGoodsList,
  measureOrders,
  measurePaymentNotices,
  measureLargeTables,
  measureBatchWork,
  measureStatementExport,
]
