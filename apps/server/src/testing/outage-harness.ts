import { sendCommand } from '@yunji/contract/devices/device/calls'
import type { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { restorePhone } from '@yunji/contract/operator/calls'
import { eventually } from '@yunji/testkit/eventually'
import { and, asc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { devices, quarantinedPhones, zones } from '../tables/devices.ts'
import { ledgerEntries } from '../tables/ledger.ts'
import { taskParts } from '../tables/tasks.ts'
import { createDevices } from './devices.ts'
import { OPERATOR_TOKEN, restartServerHarness, startServerHarness } from './server-harness.ts'
import { openShop } from './shop.ts'
import { createTenant } from './tenant.ts'

const PREPAID = 10
const METERED = 2
const ELSEWHERE = 2
const STEP_MS = 60_000
const SHORT_STEP_MS = 1000
/** All phones are probed in every third run. */
const HEALTH_CHECKS = 3
const FOR_YEARS = new Date('2046-01-01')
const PERIODIC_JOBS = ['devices.sweep', 'tasks.sweep', 'devices.meterHours', 'devices.endQuarantines']

export type RentedPhone = typeof devices.$inferSelect

/**
 * The whole server on its own database and a manual clock, with a supplier that can fail: rented phones in one zone, by
 * the month and by the hour, and phones of other users in another.
 */
export const startOutageHarness = async () => {
  let server = await startServerHarness()
  const { clock } = server
  const make = createDevices(server)
  const shop = await openShop(server)
  const tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('beans', 100_000_00)
  const { id: productId } = await tenant.productOf(1, true)
  const [elsewhere] = await server.database.db
    .insert(zones)
    .values({ code: 'away', name: '别处', createdAt: clock.now() })
    .returning()
  const prepaid = { zoneId: shop.zoneId, expiresAt: FOR_YEARS }
  const metered = {
    zoneId: shop.zoneId,
    isMetered: true,
    productId,
    expiresAt: new Date(clock.now().getTime() + STEP_MS),
  }
  const ids: number[] = []
  const add = async (fields: Partial<typeof devices.$inferInsert>) => (await make.addDevice(tenant.userId, fields)).id
  for (let count = 0; count < METERED; count += 1) ids.push(await add(metered))
  for (let count = 0; count < PREPAID; count += 1) ids.push(await add(prepaid))
  for (let count = 0; count < ELSEWHERE; count += 1) await add({ zoneId: elsewhere?.id ?? 0, expiresAt: FOR_YEARS })

  const isOwn = inArray(devices.id, ids)
  const phones = (): Promise<RentedPhone[]> =>
    server.database.db.select().from(devices).where(isOwn).orderBy(asc(devices.id))
  /** Retried while the rows are locked. */
  const endIn = (milliseconds: number, which: SQL | undefined): Promise<unknown> =>
    eventually(() =>
      server.database.db
        .update(devices)
        .set({ expiresAt: new Date(clock.now().getTime() + milliseconds) })
        .where(which),
    )
  const runPeriodicJob = (name: string) => server.periodicJobs.find((each) => each.name === name)?.run()
  const pass = async (stepMs = STEP_MS): Promise<void> => {
    clock.advance(stepMs)
    for (let check = 0; check < HEALTH_CHECKS; check += 1) await runPeriodicJob('devices.checkHealth')
    for (const name of PERIODIC_JOBS) await runPeriodicJob(name)
  }
  /** Until every phone runs and no task is open. */
  const passUntilQuiet = (): Promise<void> =>
    eventually(
      async () => {
        await pass(SHORT_STEP_MS)
        const states = (await phones()).map(({ state }) => state)
        if (states.some((state) => state !== 'running')) throw new Error(`devices stay ${states}`)
        if ((await server.database.db.$count(taskParts, isNull(taskParts.endedAt))) > 0) throw new Error('tasks go on')
      },
      { deadlineMs: 120_000, everyMs: 100 },
    ).catch(() => undefined)

  return {
    get server() {
      return server
    },
    /** A new process takes over; it knows only the database. */
    async restart(): Promise<void> {
      server = await restartServerHarness(server)
    },
    phones,
    pass,
    passUntilQuiet,
    backAt: () => clock.now(),

    endRentIn: (deviceId: number, milliseconds: number) => endIn(milliseconds, eq(devices.id, deviceId)),
    endHoursIn: (milliseconds: number) => endIn(milliseconds, and(isOwn, devices.isMetered)),
    countHoursSince: (since: Date) =>
      server.database.db.$count(
        ledgerEntries,
        and(eq(ledgerEntries.reason, 'metering'), gt(ledgerEntries.createdAt, since)),
      ),

    command: (deviceId: number, command: DeviceCommand) =>
      server.post(sendCommand.path, { deviceIds: [deviceId], command }, { token: tenant.token }),

    quarantinedPhoneIds: async (): Promise<string[]> =>
      (await server.database.db.select({ phoneId: quarantinedPhones.phoneId }).from(quarantinedPhones)).map(
        ({ phoneId }) => phoneId,
      ),

    /** Restores every replaced phone as an operator; returns the devices that did not get theirs. */
    async restoreReplaced(before: readonly RentedPhone[]): Promise<number[]> {
      const own = new Map(before.map((phone) => [phone.id, phone.phoneId]))
      const { db } = server.database
      for (const kept of await db.select().from(quarantinedPhones)) {
        if (own.get(kept.deviceId) === kept.phoneId)
          await server.post(restorePhone.path, { quarantineId: kept.id }, { token: OPERATOR_TOKEN })
      }
      // Past the time in which replaced phones count as faulty, and with rentals that last again.
      clock.advance(2 * 60 * STEP_MS)
      await db
        .update(devices)
        .set({ expiresAt: FOR_YEARS })
        .where(and(isOwn, eq(devices.isMetered, false)))
      await passUntilQuiet()
      return (await phones()).filter(({ id, phoneId }) => own.get(id) !== phoneId).map(({ id }) => id)
    },
  }
}

export type OutageHarness = Awaited<ReturnType<typeof startOutageHarness>>
