import { exportStatement, getStatement, getWallet } from '@yunji/contract/commerce/wallet/calls'
import * as operator from '@yunji/contract/operator/ledger-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import { getLedgerChecks, getLedgerEntries, type LedgerDeps, startLedgerCheck } from './check-ledger.ts'
import { statementHead, statementLines } from './statement-csv.ts'
import { listEntries, sumEntries } from './statement-store.ts'
import { findWallet } from './store.ts'

/** Entries of one response: about a megabyte. */
const EXPORTED_ENTRIES = 20_000

export const operatorLedgerRoutes = (deps: LedgerDeps): Binding[] => [
  bind(operator.getLedgerEntries, (input, { pageRows }) => getLedgerEntries(deps)(input, pageRows)),
  bind(operator.getLedgerChecks, (input) => getLedgerChecks(deps)(input)),
  bindAudited(
    deps,
    operator.startLedgerCheck,
    { subject: (_input, { checkId }) => `ledgerCheck:${checkId}` },
    (joined, _input, context) => startLedgerCheck(joined)(context.operator.name),
  ),
]

export const ledgerRoutes = ({ database: { db }, clock }: Pick<LedgerDeps, 'database' | 'clock'>): Binding[] => [
  bind(getWallet, (_input, { caller }) => findWallet(db, caller.userId)),

  bind(getStatement, async ({ num, size, time, ...query }, { caller: { userId } }) => {
    const upTo = time === undefined ? clock.now() : new Date(time)
    const statement = { ...query, userId, time: upTo }
    const [records, { count, ...sums }] = await Promise.all([
      listEntries(db, statement, { offset: (num - 1) * size, limit: size }),
      sumEntries(db, statement),
    ])
    return { ...pageOf(records, num, size, count), ...sums, time: upTo.getTime() }
  }),

  bind(exportStatement, async (query, { caller: { userId } }) => {
    const statement = { ...query, userId, time: clock.now() }
    // One more than is sent, to know whether more follow.
    const entries = await listEntries(db, statement, { offset: 0, limit: EXPORTED_ENTRIES + 1 })
    const lines = entries.slice(0, EXPORTED_ENTRIES)
    const isFirst = query.beforeEntryId === undefined
    return {
      fileName: `yunji-${query.account}-${query.month}.csv`,
      csv: `${isFirst ? statementHead(query.account) : ''}${statementLines(query.account, lines)}`,
      nextEntryId: entries.length > lines.length ? (lines.at(-1)?.entryId ?? null) : null,
    }
  }),
]
