import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import { maskPhone } from '@yunji/contract/display/text'
import type { Db, Tx } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { TransferDeps } from './deps.ts'
import { countTransfers, findUser, listEnds, listItems, listTransfers, listUsers, type TransferRow } from './store.ts'

/** Transfers that the caller started or receives. */
export const getTransferList =
  ({ database: { db }, clock }: Pick<TransferDeps, 'database' | 'clock'>) =>
  async ({ userId }: Caller, { page, rows }: { page: number; rows: number }) => {
    const mobilePhone = (await findUser(db, userId))?.mobilePhone ?? ''
    const [found, total] = await Promise.all([
      listTransfers(db, userId, mobilePhone, { page, rows }),
      countTransfers(db, userId, mobilePhone),
    ])
    return pageOf(await toRecords(db, userId, found, clock.now()), page, rows, total)
  }

/** Transfers as one side sees them. */
const toRecords = async (
  tx: Tx | Db,
  userId: number,
  transfers: readonly TransferRow[],
  now: Date,
): Promise<TransferRecord[]> => {
  const items = Map.groupBy(
    await listItems(
      tx,
      transfers.map(({ id }) => id),
    ),
    ({ transferId }) => transferId,
  )
  const waiting = transfers.filter(({ state }) => state === 'waiting').flatMap(({ id }) => items.get(id) ?? [])
  const ends = new Map(
    (
      await listEnds(
        tx,
        waiting.map(({ deviceId }) => deviceId),
      )
    ).map(({ id, expiresAt }) => [id, expiresAt]),
  )
  const senders = new Map(
    (
      await listUsers(
        tx,
        transfers.map(({ fromUserId }) => fromUserId),
      )
    ).map((user) => [user.id, user]),
  )
  return transfers.map((transfer): TransferRecord => {
    const isSent = transfer.fromUserId === userId
    const sender = senders.get(transfer.fromUserId)
    return {
      transferId: transfer.id,
      side: isSent ? 'sent' : 'received',
      state: transfer.state,
      peerPhone: maskPhone((isSent ? transfer.toPhone : sender?.mobilePhone) ?? ''),
      peerName: isSent ? '' : (sender?.name ?? ''),
      devices: (items.get(transfer.id) ?? []).map(({ deviceId, deviceName, goodsLevel }) => {
        const expiresAt = transfer.state === 'waiting' ? ends.get(deviceId) : undefined
        return {
          deviceId,
          name: deviceName,
          goodsLevel: goodsLevel as TransferRecord['devices'][number]['goodsLevel'],
          remainingMs: expiresAt ? Math.max(0, expiresAt.getTime() - now.getTime()) : null,
        }
      }),
      createdAt: transfer.createdAt.getTime(),
      expiresAt: transfer.expiresAt.getTime(),
      endedAt: transfer.endedAt?.getTime() ?? null,
    }
  })
}

export const toRecord = async (tx: Tx, userId: number, transfer: TransferRow, now: Date): Promise<TransferRecord> => {
  const [record] = await toRecords(tx, userId, [transfer], now)
  if (!record) throw new Error(`transfer ${transfer.id} has no record`)
  return record
}
