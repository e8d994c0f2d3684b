import { measureOrders } from './commerce/orders.ts'
import type { Part } from './run.ts'

/** What it costs to sell. */
export const commerceParts = (): readonly Part[] => [measureOrders]
