import { exportStatement, getStatement, getWallet } from '@yunji/contract/wallet/calls'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { pageOf } from '../../platform/paging.ts'
import { findWallet } from './accounts.ts'
import { statementCsv } from './csv.ts'
import { listEntries, sumUp } from './statement.ts'

interface LedgerDeps {
  readonly database: Database
  readonly clock: Clock
}

/** More than anybody moves in a month; a file that is cut would be a wrong one. */
const EXPORTED_ENTRIES = 100_000

export const ledgerRoutes = ({ database: { db }, clock }: LedgerDeps): Binding[] => [
  bind(getWallet, (_input, { caller }) => findWallet(db, caller.userId)),

  bind(getStatement, async ({ num, size, time, ...asked }, { caller: { userId } }) => {
    const moment = time === undefined ? clock.now() : new Date(time)
    const part = { ...asked, userId, time: moment }
    const [records, { count, ...sums }] = await Promise.all([
      listEntries(db, part, { offset: (num - 1) * size, limit: size }),
      sumUp(db, part),
    ])
    return { ...pageOf(records, num, size, count), ...sums, time: moment.getTime() }
  }),

  bind(exportStatement, async (asked, { caller: { userId } }) => {
    const part = { ...asked, userId, time: clock.now() }
    const entries = await listEntries(db, part, { offset: 0, limit: EXPORTED_ENTRIES })
    return { fileName: `yunji-${asked.account}-${asked.month}.csv`, csv: statementCsv(asked.account, entries) }
  }),
]
