import { maskPhone } from '@yunji/contract/display/text'
import type { Tx } from '../../../platform/database.ts'
import type { EventPayloads } from '../../../platform/outbox/events.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { claimTransfers, findUser, listItems, type TransferRow } from './store.ts'

/** Tells the receiver's account of a waiting transfer. The number stands beside the name, which anybody can choose. */
export const announceTransfer = async (
  tx: Tx,
  outbox: Outbox,
  { id, fromUserId, expiresAt }: TransferRow,
  userId: number,
): Promise<void> => {
  const sender = await findUser(tx, fromUserId)
  const deviceCount = (await listItems(tx, [id])).length
  const fromName = `${sender?.name ?? ''}（${maskPhone(sender?.mobilePhone ?? '')}）`
  const payload = { fromName, deviceCount, expiresAt: expiresAt.getTime() }
  await outbox.add(tx, { event: 'transferWaiting', userId, key: `transferWaiting:${id}:${userId}`, payload })
}

/** Tells a new account, or one with a new number, of the transfers that wait for its number. */
export const announceTransfers = async (tx: Tx, outbox: Outbox, userId: number, mobilePhone: string): Promise<void> => {
  for (const transfer of await claimTransfers(tx, userId, mobilePhone)) {
    if (transfer.fromUserId !== userId) await announceTransfer(tx, outbox, transfer, userId)
  }
}

type End = EventPayloads['transferEnded']

/** Tells the sides of a transfer how it ended; who ended it knows. */
export const announceEnd = async (
  tx: Tx,
  outbox: Outbox,
  { id, fromUserId, toUserId, toPhone }: TransferRow,
  outcome: End['outcome'],
): Promise<void> => {
  const items = await listItems(tx, [id])
  const devices = { deviceName: items[0]?.deviceName ?? '', deviceCount: items.length, outcome }
  if (outcome !== 'cancelled') {
    const payload: End = { ...devices, side: 'sender', peer: maskPhone(toPhone ?? '') }
    await outbox.add(tx, { event: 'transferEnded', userId: fromUserId, key: `transferEnded:${id}:sender`, payload })
  }
  if (toUserId !== null && (outcome === 'cancelled' || outcome === 'expired')) {
    const sender = await findUser(tx, fromUserId)
    const payload: End = { ...devices, side: 'receiver', peer: maskPhone(sender?.mobilePhone ?? '') }
    await outbox.add(tx, { event: 'transferEnded', userId: toUserId, key: `transferEnded:${id}:receiver`, payload })
  }
}
