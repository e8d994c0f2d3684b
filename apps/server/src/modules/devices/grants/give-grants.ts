import type { changeGrant as changeCall, giveGrants as giveCall } from '@yunji/contract/devices/grant/calls'
import { GRANT_LONGEST_MS, GRANTS_PER_DEVICE } from '@yunji/contract/devices/grant/rules'
import { maskPhone } from '@yunji/contract/display/text'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { GrantDeps } from './deps.ts'
import {
  applyEvent,
  countOpenGrants,
  findUser,
  findUserByPhone,
  type GrantRow,
  insertGrants,
  isGrant,
  isWaitingFor,
  listOwners,
  lockGrant,
  lockGrantsTo,
  updateGrants,
} from './store.ts'

const tip = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

/** The end of a right must lie ahead, and not too far. */
export const assertEnd = (expiresAt: number, now: Date, longestMs: number): void => {
  if (expiresAt <= now.getTime()) throw tip('结束时间须晚于现在')
  if (expiresAt > now.getTime() + longestMs) throw tip(`最长 ${longestMs / (24 * 60 * 60_000)} 天`)
}

/** Lets a number use devices until a date. Grants that it has on them already get the new right and end. */
export const giveGrants =
  ({ database: { db }, clock, outbox }: GrantDeps) =>
  ({ userId }: Caller, input: CallArguments<typeof giveCall>): Promise<{ grantIds: number[] }> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      assertEnd(input.expiresAt, now, GRANT_LONGEST_MS)
      const deviceIds = [...new Set(input.deviceIds)].toSorted((a, b) => a - b)
      const owner = await findUser(tx, userId)
      if (owner?.mobilePhone === input.mobilePhone) throw tip('不能授权给自己的手机号')
      const devices = await lockDevices(tx, deviceIds)
      if (devices.length < deviceIds.length || devices.some((device) => device.ownerId !== userId))
        throw new AppError('GET_DEVICE_FAILED')
      const granteeId = (await findUserByPhone(tx, input.mobilePhone))?.id ?? null
      const grantee = { granteeId, granteePhone: input.mobilePhone }
      const known = await lockGrantsTo(tx, deviceIds, grantee)
      const terms = { access: input.access, expiresAt: new Date(input.expiresAt) }
      const knownIds = known.map(({ id }) => id)
      await updateGrants(tx, knownIds, terms)
      const knownDevices = new Set(known.map(({ deviceId }) => deviceId))
      const added = deviceIds.filter((deviceId) => !knownDevices.has(deviceId))
      const counts = await countOpenGrants(tx, added)
      if (added.some((deviceId) => (counts.get(deviceId) ?? 0) >= GRANTS_PER_DEVICE))
        throw tip(`一台设备最多授权给 ${GRANTS_PER_DEVICE} 人`)
      const state = granteeId === null ? 'waiting' : 'active'
      const inserted = await insertGrants(
        tx,
        added.map((deviceId) => ({ ...grantee, ...terms, deviceId, state, createdAt: now })),
      )
      if (granteeId !== null) await announce(tx, outbox, granteeId, userId, inserted)
      return { grantIds: [...knownIds, ...inserted.map(({ id }) => id)] }
    })

/** One message about all devices of an owner. */
const announce = async (
  tx: Tx,
  outbox: Outbox,
  granteeId: number,
  ownerId: number,
  grants: readonly GrantRow[],
): Promise<void> => {
  const [first] = grants
  if (!first) return
  const owner = await findUser(tx, ownerId)
  const fromName = `${owner?.name ?? ''}（${maskPhone(owner?.mobilePhone ?? '')}）`
  const payload = { fromName, deviceCount: grants.length, expiresAt: first.expiresAt.getTime() }
  await outbox.add(tx, { event: 'grantWaiting', userId: granteeId, key: `grantWaiting:${first.id}`, payload })
}

/** A new account, or one with a new number, gets the grants that wait for the number. */
export const takeUpGrants = async (tx: Tx, outbox: Outbox, userId: number, mobilePhone: string): Promise<void> => {
  const taken = await applyEvent(tx, 'takeUp', isWaitingFor(mobilePhone, userId), { granteeId: userId })
  const owners = new Map(
    (
      await listOwners(
        tx,
        taken.map(({ deviceId }) => deviceId),
      )
    ).map(({ deviceId, ownerId }) => [deviceId, ownerId]),
  )
  for (const [ownerId, grants] of Map.groupBy(taken, ({ deviceId }) => owners.get(deviceId) ?? 0)) {
    await announce(tx, outbox, userId, ownerId, grants)
  }
}

const notFound = (): AppError => new AppError('NOT_FOUND', { text: '授权不存在或已结束' })

const isOpen = ({ state, expiresAt }: GrantRow, now: Date): boolean =>
  (state === 'waiting' || state === 'active') && expiresAt > now

/** Another end or another right, by the owner. Live screens follow at once. */
export const changeGrant =
  ({ database: { db }, clock }: Pick<GrantDeps, 'database' | 'clock'>) =>
  ({ userId }: Caller, { grantId, access, expiresAt }: CallArguments<typeof changeCall>): Promise<null> =>
    db.transaction(async (tx) => {
      const found = await lockGrant(tx, grantId)
      if (found?.ownerId !== userId || found.grant.shareId !== null || !isOpen(found.grant, clock.now()))
        throw notFound()
      if (expiresAt !== undefined) assertEnd(expiresAt, clock.now(), GRANT_LONGEST_MS)
      await updateGrants(tx, [grantId], {
        ...(access && { access }),
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
      })
      return null
    })

/** Ends a grant, by the owner or by who received it. Revoking again changes nothing. */
export const revokeGrant =
  ({ database: { db } }: Pick<GrantDeps, 'database'>) =>
  ({ userId }: Caller, grantId: number): Promise<null> =>
    db.transaction(async (tx) => {
      const found = await lockGrant(tx, grantId)
      const isSide = found && (found.ownerId === userId || found.grant.granteeId === userId)
      if (!isSide || found.grant.shareId !== null) throw notFound()
      await applyEvent(tx, 'revoke', isGrant(grantId))
      return null
    })
