import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { findOpenSessions } from './store.ts'

interface ListSessionsDeps {
  readonly database: Database
  readonly clock: Clock
}

export const listSessions =
  ({ database: { db }, clock }: ListSessionsDeps) =>
  async ({ userId, sessionId }: Caller, { page, rows }: { page: number; rows: number }) => {
    const { found, total } = await findOpenSessions(db, { userId, sessionId }, clock.now(), { page, rows })
    const records = found.map(
      (row): SessionRecord => ({
        sessionId: row.id,
        isCurrent: row.id === sessionId,
        terminalType: row.terminalType,
        clientType: row.clientType,
        deviceName: row.deviceName,
        address: maskedAddress(row.address),
        createdAt: row.createdAt.getTime(),
        lastUsedAt: row.renewedAt.getTime(),
      }),
    )
    return pageOf(records, page, rows, total)
  }

/** Recognisable to the user: the last part, or the last half of an IPv6 address, is hidden. */
export const maskedAddress = (address: string): string => {
  const plain = address.replace(/^::ffff:/, '')
  if (/^\d+(\.\d+){3}$/.test(plain)) return plain.replace(/\d+$/, '*')
  return plain.includes(':') ? `${plain.split(':').slice(0, 3).join(':')}:*` : plain
}
