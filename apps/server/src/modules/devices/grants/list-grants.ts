import type { getGrantList as listCall } from '@yunji/contract/devices/grant/calls'
import type { DeviceViewer, GrantRecord } from '@yunji/contract/devices/grant/schema'
import { maskPhone } from '@yunji/contract/display/text'
import type { CallArguments } from '@yunji/contract/wire/call'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { whoIs } from '../uses/index.ts'
import type { GrantDeps } from './deps.ts'
import { countGrants, listGrants, listViewers } from './store.ts'

/** Open grants that the caller gave or received. */
export const getGrantList =
  ({ database: { db }, clock, covers }: Pick<GrantDeps, 'database' | 'clock' | 'covers'>) =>
  async ({ userId }: Caller, { side, page, rows }: CallArguments<typeof listCall>) => {
    const now = clock.now()
    const [found, given, received] = await Promise.all([
      listGrants(db, side, userId, now, { page, rows }),
      countGrants(db, 'given', userId, now),
      countGrants(db, 'received', userId, now),
    ])
    const records = found.map(
      ({ grant, device, peerName, peerPhone }): GrantRecord => ({
        grantId: grant.id,
        side,
        deviceId: device.id,
        deviceName: device.name,
        goodsLevel: device.goodsLevel as GrantRecord['goodsLevel'],
        cover: covers.addressOf(userId, device.id),
        access: grant.access,
        state: grant.state === 'waiting' ? 'waiting' : 'active',
        peerPhone: maskPhone((side === 'given' ? (grant.granteePhone ?? peerPhone) : peerPhone) ?? ''),
        peerName: side === 'given' ? '' : (peerName ?? ''),
        createdAt: grant.createdAt.getTime(),
        expiresAt: grant.expiresAt.getTime(),
      }),
    )
    const counts = { given, received }
    return { ...pageOf(records, page, rows, counts[side]), counts }
  }

/** Who else has a screen of the caller's devices open now. */
export const getViewers =
  ({ database: { db }, clock }: Pick<GrantDeps, 'database' | 'clock'>) =>
  async ({ userId }: Caller): Promise<{ viewers: DeviceViewer[] }> => {
    const found = await listViewers(db, userId, clock.now())
    return {
      viewers: found.map(({ deviceId, deviceName, access, hasControl, user }) => ({
        deviceId,
        deviceName,
        who: whoIs(user),
        access,
        hasControl,
      })),
    }
  }
