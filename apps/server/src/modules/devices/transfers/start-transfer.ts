import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { startTransfer as call } from '@yunji/contract/devices/transfer/calls'
import { TRANSFER_LASTS_MS } from '@yunji/contract/devices/transfer/rules'
import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { userGuessSource } from '../../accounts/sms-codes/index.ts'
import { announceTransfer } from './announce-transfers.ts'
import { assertTransferable } from './check-devices.ts'
import type { TransferDeps } from './deps.ts'
import { toRecord } from './list-transfers.ts'
import {
  findUser,
  findUserId,
  insertTransfer,
  listItems,
  listOwnDevices,
  listWaitingFrom,
  type TransferRow,
} from './store.ts'

/**
 * Offers devices to a number, all of them or none. Nothing tells whether the number has an account. A repeated request
 * gets the transfer that the first one started.
 */
export const startTransfer =
  ({ database: { db }, clock, outbox, smsCodes }: TransferDeps) =>
  async ({ userId }: Caller, input: CallArguments<typeof call>): Promise<TransferRecord> => {
    const { mobilePhone, code } = input
    const deviceIds = [...new Set(input.deviceIds)].toSorted((a, b) => a - b)
    const user = await findUser(db, userId)
    if (!user?.passwordHash || !user.mobilePhone) throw new AppError('MUST_SET_PASSWORD')
    if (mobilePhone === user.mobilePhone) throw new AppError('SHOW_ERROR_TIP', { text: '不能转给自己的手机号' })
    const started = await findSame(db, userId, mobilePhone, deviceIds)
    if (started) return db.transaction((tx) => toRecord(tx, userId, started, clock.now()))
    // Checked before the code is consumed, and again in the transaction.
    await assertTransferable(db, await listOwnDevices(db, userId, deviceIds), clock.now())
    await smsCodes.use(user.mobilePhone, SmsPurpose.transferDevice, code, userGuessSource(userId))
    return db.transaction(async (tx) => {
      const now = clock.now()
      const devices = await lockDevices(tx, deviceIds)
      if (devices.length < deviceIds.length || devices.some(({ ownerId }) => ownerId !== userId))
        throw new AppError('GET_DEVICE_FAILED')
      await assertTransferable(tx, devices, now)
      const toUserId = await findUserId(tx, mobilePhone)
      const expiresAt = later(now, TRANSFER_LASTS_MS)
      const transfer = await insertTransfer(
        tx,
        { fromUserId: userId, toPhone: mobilePhone, toUserId, createdAt: now, expiresAt },
        devices.map(({ id: deviceId, name: deviceName, goodsLevel }) => ({ deviceId, deviceName, goodsLevel })),
      )
      if (toUserId !== null) await announceTransfer(tx, outbox, transfer, toUserId)
      return toRecord(tx, userId, transfer, now)
    })
  }

const findSame = async (
  db: Tx | Db,
  userId: number,
  mobilePhone: string,
  deviceIds: readonly number[],
): Promise<TransferRow | undefined> => {
  for (const transfer of await listWaitingFrom(db, userId, mobilePhone)) {
    const items = await listItems(db, [transfer.id])
    if (items.map(({ deviceId }) => deviceId).join() === deviceIds.join()) return transfer
  }
  return undefined
}
