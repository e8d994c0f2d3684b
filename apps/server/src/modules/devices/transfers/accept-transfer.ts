import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { announceEnd } from './announce-transfers.ts'
import { assertHandover } from './check-devices.ts'
import type { TransferDeps } from './deps.ts'
import { endedError, lockReceived } from './end-transfer.ts'
import { toRecord } from './list-transfers.ts'
import { applyEvent, changeOwner, findUser, listItems } from './store.ts'

/** Makes the receiver the owner of all devices of a transfer. Accepting again changes nothing. */
export const acceptTransfer =
  ({ database: { db }, clock, outbox }: TransferDeps) =>
  ({ userId }: Caller, transferId: number): Promise<TransferRecord> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const transfer = await lockReceived(tx, userId, transferId)
      if (transfer.state === 'accepted') return toRecord(tx, userId, transfer, now)
      const items = await listItems(tx, [transferId])
      const devices = await lockDevices(
        tx,
        items.map(({ deviceId }) => deviceId),
      )
      const accepted = await applyEvent(tx, transferId, 'accept', clock, userId)
      if (!accepted) throw endedError(transfer)
      const sender = await findUser(tx, transfer.fromUserId)
      if (sender?.frozenAt || devices.some(({ ownerId }) => ownerId !== transfer.fromUserId))
        throw new AppError('CANNOT_TRANSFER', { text: '对方暂时不能转移设备，请联系对方' })
      await assertHandover(tx, devices, now)
      await changeOwner(
        tx,
        devices.map(({ id }) => id),
        userId,
      )
      await announceEnd(tx, outbox, accepted, 'accepted')
      return toRecord(tx, userId, accepted, now)
    })
