import { randomBytes } from 'node:crypto'
import type { createShare as createCall } from '@yunji/contract/devices/grant/calls'
import { SHARE_LONGEST_MS, SHARE_PIN_TRIES, SHARES_PER_DEVICE } from '@yunji/contract/devices/grant/rules'
import type { ShareRecord } from '@yunji/contract/devices/grant/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { ShareDeps } from './deps.ts'
import { assertEnd } from './give-grants.ts'
import { hashOf, newCardCode } from './share-secrets.ts'
import { countShares, findOwnShare, insertShare, listShares, type ShareRow } from './share-store.ts'
import { applyEvent, isShare } from './store.ts'

const SECRET_BYTES = 32
const GUEST = '访客'

interface Listed {
  readonly share: ShareRow
  readonly access: ShareRecord['access']
  readonly expiresAt: Date
  readonly deviceName: string
}

const toRecord = ({ share, access, expiresAt, deviceName }: Listed): ShareRecord => ({
  shareId: share.id,
  deviceId: share.deviceId,
  deviceName,
  access,
  hasPin: share.pinHash !== null,
  isLocked: share.pinFailures >= SHARE_PIN_TRIES,
  uses: share.uses,
  maximumUses: share.maximumUses,
  createdAt: share.createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
})

/** A link and a card code for one device. They are told once; the server keeps hashes. */
export const createShare =
  ({ database: { db }, clock, signingKeys }: ShareDeps) =>
  ({ userId }: Caller, { deviceId, access, expiresAt, pin, maximumUses }: CallArguments<typeof createCall>) =>
    db.transaction(async (tx) => {
      const createdAt = clock.now()
      assertEnd(expiresAt, createdAt, SHARE_LONGEST_MS)
      const [device] = await lockDevices(tx, [deviceId])
      if (device?.ownerId !== userId) throw new AppError('GET_DEVICE_FAILED')
      if ((await countShares(tx, clock, deviceId)) >= SHARES_PER_DEVICE)
        throw new AppError('SHOW_ERROR_TIP', { text: `一台设备最多同时有 ${SHARES_PER_DEVICE} 个分享，请先停止一些` })
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const cardCode = newCardCode()
      const end = new Date(expiresAt)
      const share = await insertShare(
        tx,
        {
          deviceId,
          ownerId: userId,
          secretHash: hashOf(signingKeys, secret),
          codeHash: hashOf(signingKeys, cardCode),
          pinHash: pin === undefined ? null : hashOf(signingKeys, pin),
          maximumUses: maximumUses ?? null,
          createdAt,
        },
        { access, expiresAt: end, guestName: GUEST, tokenHash: randomBytes(SECRET_BYTES) },
      )
      return { share: toRecord({ share, access, expiresAt: end, deviceName: device.name }), secret, cardCode }
    })

export const getShareList =
  ({ database: { db }, clock }: Pick<ShareDeps, 'database' | 'clock'>) =>
  async ({ userId }: Caller): Promise<{ shares: ShareRecord[] }> => ({
    shares: (await listShares(db, clock, userId)).map(toRecord),
  })

/** Ends a share; screens of its guests close. */
export const revokeShare =
  ({ database: { db } }: Pick<ShareDeps, 'database'>) =>
  ({ userId }: Caller, shareId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await findOwnShare(tx, userId, shareId))) throw new AppError('NOT_FOUND', { text: '分享不存在或已结束' })
      await applyEvent(tx, 'revoke', isShare(shareId))
      return null
    })
