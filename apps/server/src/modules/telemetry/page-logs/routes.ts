import { getClientErrors } from '@yunji/contract/operator/calls'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import { countClientErrors, listClientErrors } from './store.ts'

export const clientErrorRoutes = ({ database: { db } }: { database: Database }): Binding[] => [
  bind(getClientErrors, async ({ page, rows }) => {
    const errors = await listClientErrors(db, (page - 1) * rows, rows)
    const records = errors.map(({ firstSeenAt, lastSeenAt, ...error }) => ({
      ...error,
      firstSeenAt: firstSeenAt.getTime(),
      lastSeenAt: lastSeenAt.getTime(),
    }))
    return pageOf(records, page, rows, await countClientErrors(db))
  }),
]
