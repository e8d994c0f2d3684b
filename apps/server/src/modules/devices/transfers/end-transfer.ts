import type { TransferEvent } from '@yunji/contract/devices/sharing'
import { transferStateLabels } from '@yunji/contract/devices/transfer/rules'
import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import type { Logger } from 'pino'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { announceEnd } from './announce-transfers.ts'
import type { TransferDeps } from './deps.ts'
import { toRecord } from './list-transfers.ts'
import { applyEvent, findUser, listDue, lockTransfer, type TransferRow } from './store.ts'

type EndDeps = Pick<TransferDeps, 'database' | 'clock' | 'outbox'>

const BATCH_SIZE = 100

const notFound = (): AppError => new AppError('NOT_FOUND', { text: '转移不存在或已结束' })

/** Why a transfer takes no further event. One past its time that still waits has expired too. */
export const endedError = ({ state }: TransferRow): AppError =>
  new AppError('SHOW_ERROR_TIP', { text: `转移${transferStateLabels[state === 'waiting' ? 'expired' : state]}` })

/** A transfer to the caller's number, or one that the caller has ended; others look like missing ones. */
export const lockReceived = async (tx: Tx, userId: number, transferId: number): Promise<TransferRow> => {
  const transfer = await lockTransfer(tx, transferId)
  const mobilePhone = (await findUser(tx, userId))?.mobilePhone
  const isReceiver =
    transfer?.state === 'waiting'
      ? mobilePhone !== null && transfer.toPhone === mobilePhone
      : transfer?.toUserId === userId
  if (!transfer || !isReceiver || transfer.fromUserId === userId) throw notFound()
  return transfer
}

const lockSent = async (tx: Tx, userId: number, transferId: number): Promise<TransferRow> => {
  const transfer = await lockTransfer(tx, transferId)
  if (transfer?.fromUserId !== userId) throw notFound()
  return transfer
}

/** Ends a transfer by one of its sides. The same end again changes nothing. */
const endBy =
  (
    lock: (tx: Tx, userId: number, transferId: number) => Promise<TransferRow>,
    event: Extract<TransferEvent, 'reject' | 'cancel'>,
    outcome: 'rejected' | 'cancelled',
  ) =>
  ({ database: { db }, clock, outbox }: EndDeps) =>
  ({ userId }: Caller, transferId: number): Promise<TransferRecord> =>
    db.transaction(async (tx) => {
      const transfer = await lock(tx, userId, transferId)
      if (transfer.state === outcome) return toRecord(tx, userId, transfer, clock.now())
      const ended = await applyEvent(tx, transferId, event, clock, event === 'reject' ? userId : undefined)
      if (!ended) throw endedError(transfer)
      await announceEnd(tx, outbox, ended, outcome)
      return toRecord(tx, userId, ended, clock.now())
    })

export const rejectTransfer = endBy(lockReceived, 'reject', 'rejected')
export const cancelTransfer = endBy(lockSent, 'cancel', 'cancelled')

/** Ends transfers that nobody accepted in time. */
export const expireTransfers = ({ database: { db }, clock, outbox, log }: EndDeps & { readonly log: Logger }) => {
  const fields = ({ id }: { id: number }) => ({ transferId: id })
  const work = { job: 'devices.expireTransfers', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const due = readPages<{ id: number }>(BATCH_SIZE, (after, limit) => listDue(db, clock, limit, after?.id))
    await forEachRow(work, due, ({ id }) =>
      db.transaction(async (tx) => {
        const ended = await applyEvent(tx, id, 'expire', clock)
        if (ended) await announceEnd(tx, outbox, ended, 'expired')
      }),
    )
  }
}
