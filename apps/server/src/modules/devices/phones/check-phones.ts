import { SupplierType } from '@yunji/contract/devices/device/enums'
import { formatHostAndPort } from '@yunji/contract/operator/phones'
import type { Logger } from 'pino'
import { later } from '../../../platform/clock.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { PhoneDeps } from './manage-phones.ts'
import {
  addUnit,
  listUnchecked,
  lockPhone,
  lockPlace,
  type PhoneRow,
  takeCheck,
  updatePhone,
  withdrawUnit,
} from './store.ts'

const EVERY_MS = 30_000
const AT_ONCE = 200
const CONCURRENCY = 8
const CHECK_DEADLINE_MS = 8000
/** A phone that restarts, and a glitch of the network, are no reason to stop selling it. */
const MISSES_ALLOWED = 2

interface CheckDeps extends Pick<PhoneDeps, 'database' | 'clock' | 'suppliers'> {
  readonly log: Logger
  /** Aborted at shutdown. */
  readonly closing: AbortSignal
}

/**
 * Looks at attached phones that nobody uses. The unit of one that does not answer leaves the stock until it is back: nobody
 * buys a phone that is away. Phones in use are looked at with their devices.
 */
export const checkPhones = ({ database: { db }, clock, suppliers, log, closing }: CheckDeps) => {
  const fields = ({ id: attachedPhoneId }: PhoneRow) => ({ attachedPhoneId })
  const work = { job: 'devices.checkPhones', log, concurrency: CONCURRENCY, fields, backoff: createBackoff(clock) }

  const record = (known: PhoneRow, isUp: boolean): Promise<void> =>
    db.transaction(async (tx) => {
      await lockPlace(tx, known)
      const phone = await lockPhone(tx, known.id)
      if (!phone || phone.phoneId !== null) return
      const misses = isUp ? 0 : phone.misses + 1
      const isAway = misses > MISSES_ALLOWED
      const unreachableSince = isAway ? (phone.unreachableSince ?? clock.now()) : isUp ? null : phone.unreachableSince
      await updatePhone(tx, phone.id, { misses, unreachableSince })
      if (phone.stockState !== 'inStock') return
      if (isAway && phone.isCounted) await withdrawUnit(tx, phone)
      if (isUp && !phone.isCounted) await addUnit(tx, phone)
      const address = formatHostAndPort(phone)
      if (isAway && phone.isCounted)
        log.warn({ attachedPhoneId: phone.id, address }, 'attached phone out of stock: away')
      if (isUp && !phone.isCounted) log.info({ attachedPhoneId: phone.id, address }, 'attached phone back in stock')
    })

  const check = async (phone: PhoneRow): Promise<void> => {
    const now = clock.now()
    if (!(await takeCheck(db, phone, later(now, -EVERY_MS), now))) return
    const supplier = suppliers.of(SupplierType.selfHosted)
    if (!supplier.isUp) return
    const signal = AbortSignal.any([AbortSignal.timeout(CHECK_DEADLINE_MS), closing])
    const isUp = await supplier.isUp({ host: phone.resolvedHost, port: phone.port }, signal)
    if (!closing.aborted) await record(phone, isUp)
  }

  return async (): Promise<void> => {
    const before = later(clock.now(), -EVERY_MS)
    const due = readPages<PhoneRow>(AT_ONCE, (last, limit) => listUnchecked(db, before, limit, last?.id))
    await forEachRow(work, due, check)
  }
}
