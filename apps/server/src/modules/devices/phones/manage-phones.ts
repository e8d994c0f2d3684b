import { SupplierType } from '@yunji/contract/devices/device/enums'
import {
  formatHostAndPort,
  type HostAndPort,
  type ProbeFacts,
  parseHostAndPort,
  probeProblemTexts,
} from '@yunji/contract/operator/phones'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import { addEraseJob } from './erase-phone.ts'
import { type ProbeDeps, probeAddress, resolveAddress } from './probe-phone.ts'
import {
  addUnit,
  deletePhone,
  findListed,
  findPhone,
  findTaken,
  insertPhone,
  isSellable,
  lockPhone,
  lockPlace,
  type PhoneRow,
  setProbe,
  updatePhone,
  withdrawUnit,
} from './store.ts'

export interface PhoneDeps extends ProbeDeps {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'add'>
}

const OWNER_ANSWER_MS = 5000

const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })
const absent = () => new AppError('NOT_FOUND', { text: '没有这台云手机，它可能已被移除' })

const subjectOf = (attachedPhoneId: number): string => `attachedPhone:${attachedPhoneId}`

/** State of a phone in the audit log. */
export const stateOf = async (tx: Tx, attachedPhoneId: number): Promise<unknown> => {
  const phone = await findPhone(tx, attachedPhoneId)
  return phone && auditedState(phone)
}

const auditedState = ({ host, port, stockState, zoneId, configId, isCounted, phoneId }: PhoneRow) => ({
  address: formatHostAndPort({ host, port }),
  stockState,
  zoneId,
  configId,
  isCounted,
  isInUse: phoneId !== null,
})

/** Refuses the resolved address of a phone that the platform has already, under whichever name. */
const assertNotOwned = async ({ suppliers }: PhoneDeps, resolved: HostAndPort): Promise<void> => {
  const supplier = suppliers.of(SupplierType.selfHosted)
  const signal = AbortSignal.timeout(OWNER_ANSWER_MS)
  const isOwned = await supplier.ownsAddress?.(resolved, signal).catch(() => 'unknown' as const)
  if (isOwned === 'unknown') throw refuse('现在查不到平台已有的云手机，请稍后再试')
  if (isOwned) throw refuse('这个地址已经在用：它是设置或云手机主机里的一台')
}

const takenTexts = {
  attached: '这个地址已经接入',
  detached: '这个地址上移除的云手机还留有上一位客户的数据：接通后会自动清除，清除完可以再次接入',
} as const

/** Attempts that fail leave a row, too: whoever looks for hosts by attaching is seen. */
export const attachPhone = async (
  deps: PhoneDeps,
  input: { readonly address: string; readonly note: string },
  addAudit: AddAudit,
): Promise<{ attachedPhoneId: number; probe: ProbeFacts }> => {
  const { database, clock } = deps
  const address = parseHostAndPort(input.address)
  if (!address) throw new AppError('BAD_INPUT', { text: '地址写作 主机:端口，端口是 1 到 65535' })
  const resolved = await resolveAddress(deps, address)
  if (resolved) await assertNotOwned(deps, resolved)
  const probe = await probeAddress(deps, resolved)
  if (!resolved || probe.problem === 'unreachable' || probe.problem === 'unauthorised') {
    const after = { address: formatHostAndPort(address), problem: probe.problem }
    await database.db.transaction((tx) => addAudit(tx, { subject: 'attachedPhone', after, outcome: 'failed' }))
    throw refuse(probeProblemTexts[probe.problem ?? 'unreachable'])
  }
  const now = clock.now()
  return database.db.transaction(async (tx) => {
    const place = { ...address, resolvedHost: resolved.host }
    const added = await insertPhone(tx, { ...place, note: input.note, probe, checkedAt: now, attachedAt: now })
    if (!added) throw refuse(takenTexts[await findTaken(tx, resolved)])
    await addAudit(tx, { subject: subjectOf(added.id), after: auditedState(added) })
    return { attachedPhoneId: added.id, probe }
  })
}

/** Probes the address that was judged when the phone was attached; its name is not resolved again. */
const probeKnown = async (deps: PhoneDeps, attachedPhoneId: number): Promise<ProbeFacts> => {
  const known = await findPhone(deps.database.db, attachedPhoneId)
  if (!known) throw absent()
  return probeAddress(deps, { host: known.resolvedHost, port: known.port })
}

export const probePhone = async (
  deps: PhoneDeps,
  attachedPhoneId: number,
  addAudit: AddAudit,
): Promise<{ probe: ProbeFacts }> => {
  const probe = await probeKnown(deps, attachedPhoneId)
  await deps.database.db.transaction(async (tx) => {
    if (!(await lockPhone(tx, attachedPhoneId))) throw absent()
    await setProbe(tx, attachedPhoneId, probe)
    await addAudit(tx, { subject: subjectOf(attachedPhoneId), after: { problem: probe.problem } })
  })
  return { probe }
}

/** Locks the place that the phone had, then the phone. */
const lockWithPlace = async (tx: Tx, attachedPhoneId: number) => {
  const known = await findPhone(tx, attachedPhoneId)
  const { leaving } = known ? await lockPlace(tx, known) : { leaving: 0 }
  const phone = await lockPhone(tx, attachedPhoneId)
  if (!phone) throw absent()
  return { phone, leaving }
}

interface Placing {
  readonly attachedPhoneId: number
  readonly zoneId: number
  readonly configId: number
}

/**
 * A phone that was never in stock may hold anything. It is claimed until it has been erased, and its unit is for sale from then
 * on; any other has been erased after its last customer.
 */
export const stockPhone = async (
  deps: PhoneDeps,
  { attachedPhoneId, zoneId, configId }: Placing,
  addAudit: AddAudit,
): Promise<void> => {
  const probe = await probeKnown(deps, attachedPhoneId)
  if (probe.problem) throw refuse(`不能入库：${probeProblemTexts[probe.problem]}`)
  await deps.database.db.transaction(async (tx) => {
    const { phone, leaving } = await lockWithPlace(tx, attachedPhoneId)
    if (phone.stockState === 'inStock') throw refuse('它已经在库里')
    if (phone.phoneId !== null) throw refuse(await inUseText(tx, attachedPhoneId))
    if (phone.stockState === 'draining' && leaving > 0) throw refuse(HELD)
    if (!(await isSellable(tx, zoneId, configId))) throw refuse('没有这个机房，或这个配置不是自营云手机')
    const stocked = { stockState: 'inStock', zoneId, configId, probe, misses: 0, unreachableSince: null } as const
    await updatePhone(tx, attachedPhoneId, stocked)
    if (phone.stockState === 'attached') await eraseFirst(deps, tx, attachedPhoneId)
    else await addUnit(tx, { ...phone, ...stocked })
    await addAudit(tx, {
      subject: subjectOf(attachedPhoneId),
      before: auditedState(phone),
      after: await stateOf(tx, attachedPhoneId),
    })
  })
}

const eraseFirst = async ({ jobs, clock }: PhoneDeps, tx: Tx, attachedPhoneId: number): Promise<void> => {
  const phoneId = `stock-${attachedPhoneId}-${clock.now().getTime()}`
  await updatePhone(tx, attachedPhoneId, { phoneId })
  await addEraseJob(tx, jobs, { supplierType: SupplierType.selfHosted, phoneId })
}

const HELD = '已有客户下单并等着用它，请等订单付款或取消后再试'

/** The unit of a phone in use leaves with its customer; that of a free one leaves now. Repeating it changes nothing. */
export const drainPhone = (deps: PhoneDeps, attachedPhoneId: number, isDraining: boolean): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const { phone } = await lockWithPlace(tx, attachedPhoneId)
    if (phone.stockState === 'attached') throw refuse('它还没有入库')
    await updatePhone(tx, attachedPhoneId, { stockState: isDraining ? 'draining' : 'inStock' })
    const isFree = phone.phoneId === null || phone.isErasing
    if (isDraining && phone.isCounted && isFree) await withdrawUnit(tx, phone)
    // The unit of one that is being erased comes back with its release.
    const isAway = phone.unreachableSince !== null || phone.isErasing
    if (!isDraining && !phone.isCounted && !isAway) await addUnit(tx, phone)
  })

const inUseText = async (tx: Tx, attachedPhoneId: number): Promise<string> => {
  const listed = await findListed(tx, attachedPhoneId)
  if (listed?.deviceId) return `设备 #${listed.deviceId} 正在使用它，客户退还后才能移除或改作他用`
  return listed?.isQuarantined ? '它保留着更换下来的数据，清除后才能移除' : '上一位客户的数据还没有清除完，请稍后再试'
}

/**
 * A phone that is being erased, perhaps dead for ever, is no operator's any more; its row keeps the address until the data
 * of its last customer are gone, so that nobody attaches it with them.
 */
export const detachPhone = (deps: PhoneDeps, attachedPhoneId: number): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const { phone, leaving } = await lockWithPlace(tx, attachedPhoneId)
    if (phone.phoneId !== null && !phone.isErasing) throw refuse(await inUseText(tx, attachedPhoneId))
    if (phone.stockState === 'inStock') throw refuse('它还在库里，请先停止出租')
    if (phone.stockState === 'draining' && leaving > 0) throw refuse(HELD)
    if (phone.isErasing) await updatePhone(tx, attachedPhoneId, { detachedAt: deps.clock.now() })
    else await deletePhone(tx, attachedPhoneId)
  })
