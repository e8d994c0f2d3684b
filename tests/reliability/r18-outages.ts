import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { auditLedger } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import {
  type OutageHarness,
  type RentedPhone,
  startOutageHarness,
} from '../../apps/server/src/testing/outage-harness.ts'

const MINUTE_MS = 60_000
const MAX_MINUTES = { short: 35, long: 90 }
/** Time until an unreachable zone is noticed; charges before that are accepted. */
const NOTICED_MINUTES = 4
const NOTICED_MS = 3 * MINUTE_MS
/** Three steps of the experiment: tolerated until an outage is noticed and its end seen. */
const TOLERATED_MS = 3 * MINUTE_MS
/** A single faulty phone is replaced after this. */
const REPLACED_MINUTES = 28
/** Phones are replaced only while a zone has at most this many faulty ones. */
const FEW = 2

/**
 * `supplier`: nobody of it answers. `flapping`: it does now and then. `host`: the farm answers, and no phone of a zone
 * does. `some`: the farm and nearly every phone answer.
 */
const kinds = ['supplier', 'host', 'some', 'flapping'] as const
type Kind = (typeof kinds)[number]

export const promise = definePromise({
  id: 'R18',
  name: 'r18_outages',
  title:
    'a supplier, farm or host that is away and comes back: no healthy phone is erased, no paid time lost, nothing decided by whoever cannot see',
  sizes: { small: 4, long: 20 },
  async run({ size: rounds, seed, log, form }) {
    const harness = await startOutageHarness()
    try {
      const random = createRandom(seed)
      const violations: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const kind = kinds[round % kinds.length] ?? 'supplier'
        // Each kind also longer than the time until a phone is replaced.
        const shortest = round < kinds.length ? 32 : 1
        const minutes = random.integer(shortest, form === 'long' ? MAX_MINUTES.long : MAX_MINUTES.short)
        const wrong = await tryOutage(harness, kind, minutes, random)
        violations.push(...wrong.map((text) => `${kind}, ${minutes} minutes: ${text}`))
        log(`outage ${round + 1}: ${kind} for ${minutes} minutes, ${wrong.length} violations`)
      }
      const wrong = await auditLedger(harness.server.database.db)
      violations.push(...wrong.map((found) => `the ledger does not add up: ${JSON.stringify(found)}`))
      return { rounds, violations }
    } finally {
      await harness.server.stop()
    }
  },
})

const tryOutage = async (harness: OutageHarness, kind: Kind, minutes: number, random: Random): Promise<string[]> => {
  const { supplier, clock } = harness.server
  await harness.passUntilQuiet()
  const before = await harness.phones()
  const ending = before.at(-1)
  const rebooting = before.find(({ isMetered }) => !isMetered)
  if (!ending || !rebooting) return ['there are no phones']
  // Rentals and metered hours that end during the outage, and a phone that reboots at its start.
  const leftMs = random.integer(NOTICED_MINUTES, Math.max(NOTICED_MINUTES, minutes)) * MINUTE_MS
  const ends = kind === 'supplier' || kind === 'host' || (kind === 'some' && minutes < REPLACED_MINUTES)
  if (ends) await harness.endRentIn(ending.id, leftMs)
  await harness.endHoursIn(random.integer(NOTICED_MINUTES, Math.max(NOTICED_MINUTES, minutes)) * MINUTE_MS)
  const missing = kind === 'some' ? before.slice(-random.integer(1, FEW)) : kind === 'host' ? before : []
  if (kind === 'supplier' || kind === 'flapping') supplier.isAway = true
  for (const { phoneId } of missing) supplier.failing.set(phoneId, 'unreachable')
  if (kind !== 'some') await harness.command(rebooting.id, DeviceCommand.reboot)

  // Rentals that outlast the outage go on; those that would end in it are extended.
  const isCut = leftMs <= minutes * MINUTE_MS
  const beganAt = clock.now()
  const violations = new Set<string>()
  const restartsAfter = random.integer(1, Math.max(1, minutes - 1))
  for (let minute = 0; minute < minutes; minute += 1) {
    if (minute === restartsAfter) await harness.restart()
    if (kind === 'flapping') supplier.isAway = random.integer(0, 9) > 0
    await harness.pass()
    for (const text of await decidedUnseen(harness, kind, before, rebooting)) violations.add(text)
  }
  const charged = await harness.countHoursSince(new Date(beganAt.getTime() + NOTICED_MS))
  if (kind === 'supplier' && charged > 0) violations.add(`${charged} hours were charged`)

  supplier.isAway = false
  supplier.failing.clear()
  await harness.passUntilQuiet()
  for (const text of await lost(harness, kind, before, {
    ending: ends ? ending : undefined,
    restMs: isCut ? leftMs : leftMs - minutes * MINUTE_MS,
  }))
    violations.add(text)
  for (const id of await harness.restoreReplaced(before)) violations.add(`device ${id} did not get its phone back`)
  return [...violations]
}

/** Idle devices keep their state during the outage; busy ones may only become faulty. */
const decidedUnseen = async (
  harness: OutageHarness,
  kind: Kind,
  before: readonly RentedPhone[],
  busy: RentedPhone,
): Promise<string[]> => {
  if (kind !== 'supplier') return []
  const resting = before.filter(({ id }) => id !== busy.id)
  const ids = new Set(resting.map(({ id }) => id))
  const now = await harness.phones()
  return now
    .filter(({ id, state }) => ids.has(id) && state !== 'running')
    .map(({ id, state }) => `device ${id} became ${state} while nobody saw it`)
}

const lost = async (
  harness: OutageHarness,
  kind: Kind,
  before: readonly RentedPhone[],
  { ending, restMs }: { ending: RentedPhone | undefined; restMs: number },
): Promise<string[]> => {
  const after = new Map((await harness.phones()).map((phone) => [phone.id, phone]))
  const kept = new Set(await harness.quarantinedPhoneIds())
  const released = new Set(harness.server.supplier.released)
  return before.flatMap((phone) => {
    const now = after.get(phone.id)
    const texts: string[] = []
    if (released.has(phone.phoneId)) texts.push(`the phone of device ${phone.id} was erased`)
    if (now?.state !== 'running') texts.push(`device ${phone.id} is ${now?.state ?? 'gone'}`)
    const isReplaced = now?.phoneId !== phone.phoneId
    if (isReplaced && kind !== 'some') texts.push(`device ${phone.id} got another phone`)
    if (isReplaced && !kept.has(phone.phoneId)) texts.push(`the phone of device ${phone.id} was not kept`)
    if (phone.id === ending?.id) {
      const stillMs = (now?.expiresAt.getTime() ?? 0) - harness.backAt().getTime()
      if (stillMs < restMs - TOLERATED_MS) texts.push(`${restMs - stillMs} ms of paid time are lost`)
    } else if (!phone.isMetered && now && now.expiresAt < phone.expiresAt)
      texts.push(`the rent of ${phone.id} is shorter`)
    return texts
  })
}
