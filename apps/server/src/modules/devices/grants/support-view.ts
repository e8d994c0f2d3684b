import { randomBytes } from 'node:crypto'
import {
  SUPPORT_VIEW_WAITS_MS,
  type SupportViewRecord,
  type SupportViewState,
} from '@yunji/contract/devices/grant/support-view'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { issueTicket } from '../streams/index.ts'
import type { GrantDeps, ShareDeps } from './deps.ts'
import { hashOf } from './share-secrets.ts'
import { findSessionId, insertShare } from './share-store.ts'
import { applyEvent, isShare } from './store.ts'
import {
  type FoundView,
  findView,
  findViewGuest,
  insertView,
  listOfDevice,
  listOpen,
  lockOpenViews,
  lockView,
  type SupportViewRow,
  updateView,
} from './support-view-store.ts'

type ViewDeps = ShareDeps & Pick<GrantDeps, 'outbox'>

const SECRET_BYTES = 32
const absent = () => new AppError('NOT_FOUND', { text: '请求不存在或已结束' })
const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

const stateOf = ({ view, hasRight }: FoundView, now: Date): SupportViewState => {
  if (view.answer === 'refused') return 'refused'
  if (view.answer === 'accepted') return hasRight && view.stoppedAt === null ? 'active' : 'ended'
  if (view.answer === 'withdrawn') return 'ended'
  return view.endsAt > now ? 'waiting' : 'lapsed'
}

const recordOf =
  (clock: Clock, nameOf: (found: FoundView) => string) =>
  (found: FoundView): SupportViewRecord => ({
    supportViewId: found.view.id,
    deviceId: found.view.deviceId,
    deviceName: found.deviceName,
    operatorName: nameOf(found),
    reason: found.view.reason,
    minutes: found.view.minutes,
    state: stateOf(found, clock.now()),
    requestedAt: found.view.requestedAt.getTime(),
    answeredAt: found.view.answeredAt?.getTime() ?? null,
    endsAt: found.view.endsAt.getTime(),
  })

/** Open requests and running views of a customer's devices. */
export const listOwnViews =
  ({ database: { db }, clock }: ViewDeps) =>
  async ({ userId }: Caller): Promise<{ records: SupportViewRecord[] }> => {
    const records = (await listOpen(db, clock, userId)).map(recordOf(clock, ({ displayName }) => displayName ?? ''))
    return { records: records.filter(({ state }) => state === 'waiting' || state === 'active') }
  }

export const listDeviceViews =
  ({ database: { db }, clock }: ViewDeps) =>
  async (deviceId: number): Promise<{ records: SupportViewRecord[] }> => ({
    records: (await listOfDevice(db, clock, deviceId)).map(recordOf(clock, ({ view }) => view.operatorName)),
  })

/** Audit: times and answer, without the reason, which may name the customer. */
export const auditedView = async (
  { clock }: Pick<ViewDeps, 'clock'>,
  tx: Parameters<typeof findView>[0],
  id: number,
) => {
  const found = await findView(tx, clock, id)
  if (!found) return undefined
  const { deviceId, minutes, answer, answeredAt, endsAt, stoppedAt } = found.view
  return { deviceId, minutes, state: stateOf(found, clock.now()), answer, answeredAt, endsAt, stoppedAt }
}

interface ViewRequest {
  readonly deviceId: number
  readonly reason: string
  readonly minutes: number
}

export const requestView = (
  { database: { db }, clock, outbox }: ViewDeps,
  { name: operatorName }: Operator,
  { deviceId, reason, minutes }: ViewRequest,
): Promise<{ supportViewId: number }> =>
  db.transaction(async (tx) => {
    const [device] = await lockDevices(tx, [deviceId])
    if (!device || device.state === 'released') throw new AppError('NOT_FOUND', { text: '没有找到这台设备' })
    const open = (await listOpen(tx as never, clock, device.ownerId)).filter(({ view }) => view.deviceId === deviceId)
    const isOpen = open.some((found) => ['waiting', 'active'].includes(stateOf(found, clock.now())))
    if (isOpen) throw refuse('这台设备已有一个请求在等待答复或正在查看')
    const now = clock.now()
    const supportViewId = await insertView(tx, {
      deviceId,
      ownerId: device.ownerId,
      operatorName,
      reason,
      minutes,
      requestedAt: now,
      endsAt: later(now, SUPPORT_VIEW_WAITS_MS),
    })
    await outbox.add(tx, {
      event: 'supportViewAsked',
      userId: device.ownerId,
      key: `supportViewAsked:${supportViewId}`,
      payload: { deviceId, deviceName: device.name, reason, minutes },
    })
    return { supportViewId }
  })

/** Acceptance adds a view-only share of the device, from now on for the requested time. The device's owner alone may answer. */
export const answerView =
  ({ database: { db }, clock, signingKeys }: ViewDeps) =>
  (
    { userId }: Caller,
    { supportViewId, isAccepted }: { readonly supportViewId: number; readonly isAccepted: boolean },
  ): Promise<null> =>
    db.transaction(async (tx) => {
      const view = await lockView(tx, supportViewId)
      const now = clock.now()
      if (!view || view.ownerId !== userId || view.answer !== null || view.endsAt <= now) throw absent()
      const [device] = await lockDevices(tx, [view.deviceId])
      if (device?.ownerId !== userId || device.state === 'released') throw absent()
      if (!isAccepted) {
        await updateView(tx, supportViewId, { answer: 'refused', answeredAt: now })
        return null
      }
      const endsAt = later(now, view.minutes * MINUTE_MS)
      const unknown = () => hashOf(signingKeys, randomBytes(SECRET_BYTES).toString('base64url'))
      const share = await insertShare(
        tx,
        {
          deviceId: view.deviceId,
          ownerId: userId,
          // Secrets of a share, known to nobody: the view opens by its number, to its operator.
          secretHash: unknown(),
          codeHash: unknown(),
          pinHash: null,
          maximumUses: null,
          createdAt: now,
        },
        { access: 'view', expiresAt: endsAt, guestName: '客服', tokenHash: randomBytes(SECRET_BYTES) },
      )
      await updateView(tx, supportViewId, { answer: 'accepted', answeredAt: now, endsAt, shareId: share.id })
      return null
    })

/** Ends the right of its share: open screens close. */
const stopLocked = async (tx: Tx, { id, answer, shareId }: SupportViewRow, now: Date): Promise<void> => {
  const withdrawn = answer === null ? ({ answer: 'withdrawn', answeredAt: now } as const) : {}
  await updateView(tx, id, { ...withdrawn, stoppedAt: now })
  if (shareId !== null) await applyEvent(tx, 'revoke', isShare(shareId))
}

const stop = async (
  { database: { db }, clock }: Pick<ViewDeps, 'database' | 'clock'>,
  supportViewId: number,
  isTheirs: (view: { readonly ownerId: number; readonly operatorName: string }) => boolean,
): Promise<null> =>
  db.transaction(async (tx) => {
    const view = await lockView(tx, supportViewId)
    if (!view || !isTheirs(view) || view.stoppedAt !== null || view.answer === 'refused') throw absent()
    await stopLocked(tx, view, clock.now())
    return null
  })

/** Ends every support view of an operator who lost access, or of a customer who is frozen. */
export const endSupportViews = async (tx: Tx, now: Date, of: Parameters<typeof lockOpenViews>[2]): Promise<void> => {
  for (const view of await lockOpenViews(tx, now, of)) await stopLocked(tx, view, now)
}

export const stopOwnView =
  (deps: ViewDeps) =>
  ({ userId }: Caller, supportViewId: number): Promise<null> =>
    stop(deps, supportViewId, ({ ownerId }) => ownerId === userId)

export const endView = (deps: ViewDeps, supportViewId: number): Promise<null> => stop(deps, supportViewId, () => true)

/** View-only ticket for the operator whose request the customer accepted. */
export const openView = async (deps: ViewDeps, { name }: Operator, supportViewId: number) => {
  const { database, clock, tickets } = deps
  const found = await findView(database.db, clock, supportViewId)
  if (!found || found.view.operatorName !== name) throw absent()
  if (stateOf(found, clock.now()) !== 'active' || found.view.shareId === null)
    throw refuse('客户还没有同意，或查看已经结束')
  const guest = await findViewGuest(database.db, found.view.shareId)
  const sessionId = guest && (await findSessionId(database.db, guest.guestId))
  if (!guest || sessionId === undefined) throw absent()
  const caller = { userId: guest.guestId, sessionId, isFrozen: false }
  const ticket = await issueTicket({ database, tickets })(caller, guest.deviceId, 'view', 'view')
  return { ...ticket, endsAt: found.view.endsAt.getTime() }
}
