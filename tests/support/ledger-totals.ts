import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import { expect } from 'vitest'
import { auditLedger, auditRecent } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'

const nothing = { beans: 0, balance: 0, alipay: 0, wechat: 0, revenue: 0, refunds: 0, promotion: 0, held: 0 }

/** Sum of all accounts by kind, and of holds. */
export type LedgerTotals = typeof nothing

const readTotals = (databaseUrl: string): Promise<LedgerTotals> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ kind: keyof LedgerTotals; cents: number }>(
      `select kind, sum(cents)::int as cents from (
         select from_account_id as id, -amount_cents as cents from ledger_entries
         union all select to_account_id, amount_cents from ledger_entries
       ) sides join ledger_accounts using (id) group by kind
       union all select 'held', sum(held_cents)::int from ledger_accounts`,
    )
    return { ...nothing, ...Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents])) }
  })

/** Expected totals of the ledger, checked to the cent after each step. */
export const trackLedger = (databaseUrl: () => string) => {
  let expected = nothing
  return {
    /** Changes since the last call; kinds not named must be unchanged. */
    expectMoved: async (changes: Partial<LedgerTotals>): Promise<void> => {
      const added = Object.entries(changes).map(([kind, cents]) => [kind, expected[kind as keyof LedgerTotals] + cents])
      expected = { ...expected, ...Object.fromEntries(added) }
      await eventually(async () => expect(await readTotals(databaseUrl())).toEqual(expected), { deadlineMs: 30_000 })
      const { held: _, ...accounts } = expected
      expect(Object.values(accounts).reduce((sum, cents) => sum + cents, 0)).toBe(0)
      expect(await findDiscrepancies(databaseUrl())).toEqual([])
    },
  }
}

/** The checks of `npm run ledger:check` and of the audit job. */
const findDiscrepancies = async (databaseUrl: string): Promise<readonly unknown[]> => {
  const database = openDatabase(databaseUrl, createLogger('silent', process.stdout))
  try {
    return [...(await auditLedger(database.db)), ...(await auditRecent(database.db))]
  } finally {
    await database.close()
  }
}
