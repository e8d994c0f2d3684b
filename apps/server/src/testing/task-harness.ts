import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { type DeviceState, SupplierType } from '@yunji/contract/devices/device/enums'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { createTaskDevices } from '../modules/devices/fleet/index.ts'
import { DAY_MS, later } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { createListener } from '../platform/listener.ts'
import { createLive } from '../platform/live/live.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import { createSuppliers } from '../platform/supplier.ts'
import type { BusyDevice } from '../platform/tasks/begin-task.ts'
import type { TaskDefinition } from '../platform/tasks/definition.ts'
import { findPart, listParts } from '../platform/tasks/store.ts'
import { createTasks } from '../platform/tasks/tasks.ts'
import type { PartJob } from '../platform/tasks/worker.ts'
import { deviceGroups, devices, zones } from '../tables/devices.ts'
import { users } from '../tables/identity.ts'
import { outbox } from '../tables/messages.ts'
import { tasks } from '../tables/tasks.ts'
import { createScriptedSupplier } from './scripted-supplier.ts'

/** The task engine on its own database, with kinds defined by the test and no queue: the test runs the parts. */
export const startTaskHarness = async () => {
  const testDatabase = await createMigratedDatabase()
  const log = pino({ level: 'silent' })
  const clock = createFakeClock()
  const database = openDatabase(testDatabase.url, log)
  const { db } = database
  const supplier = createScriptedSupplier()
  const createdAt = clock.now()
  const [owner] = await db.insert(users).values({ name: '小云', createdAt }).returning()
  const [zone] = await db.insert(zones).values({ code: 'test', name: '测试区', createdAt }).returning()
  const ownerId = owner?.id ?? 0
  const [group] = await db.select().from(deviceGroups).where(eq(deviceGroups.userId, ownerId))
  const listeners: ReturnType<typeof createListener>[] = []
  let lastPhone = 0

  /** One process with its own listeners and workers; the test may stop it. */
  const startProcess = (definitions: readonly TaskDefinition[]) => {
    const listener = createListener(testDatabase.url, log)
    listeners.push(listener)
    const queued: number[] = []
    const jobs = {
      add: async (_tx: unknown, _job: unknown, data: object) => collect(queued, data),
      addMany: async (_tx: unknown, _job: unknown, data: readonly object[]) =>
        data.forEach((one) => collect(queued, one)),
    }
    const closing = new AbortController()
    const engine = createTasks({
      database,
      clock,
      log,
      listener,
      definitions,
      live: createLive(listener),
      outbox: createOutbox({ clock, jobs }),
      jobs,
      devices: createTaskDevices(createSuppliers([supplier]), clock),
      closing: closing.signal,
    })
    return {
      ...engine,
      /** Parts added to the queue. */
      queued,
      run: (partId: number, signal?: AbortSignal) => Promise.resolve(engine.jobs[0]?.run({ partId }, signal)),
      close: () => closing.abort(new Error('the process goes away')),
    }
  }
  type Process = ReturnType<typeof startProcess>

  const addDevice = async (state: DeviceState) => {
    const [device] = await db
      .insert(devices)
      .values({
        ownerId,
        groupId: group?.id ?? 0,
        zoneId: zone?.id ?? 0,
        name: `手机 ${++lastPhone}`,
        goodsLevel: GoodsLevel.flagship,
        version: '10/B',
        supplierType: SupplierType.selfHosted,
        phoneId: `phone-${lastPhone}`,
        expiresAt: later(clock.now(), 10 * DAY_MS),
        state,
        stateDeadline: later(clock.now(), DAY_MS),
        createdAt: clock.now(),
      })
      .returning()
    return device as typeof devices.$inferSelect
  }

  return {
    clock,
    database,
    ownerId,
    supplier,
    startProcess,
    /** Begins a task on new busy devices; returns its id and those of its parts. */
    async begin(process: Process, kind: TaskDefinition['kind'], count = 1, before: DeviceState = 'running') {
      const busy: BusyDevice[] = []
      for (let index = 0; index < count; index += 1) busy.push({ device: await addDevice('cleaning'), before })
      const taskId = await db.transaction((tx) => process.begin(tx, { kind, ownerId, devices: busy }))
      const parts = await listParts(db, [taskId])
      return { taskId, partIds: parts.map(({ id }) => id), devices: busy.map(({ device }) => device) }
    },
    partOf: async (partId: number) => {
      const part = await findPart(db, partId)
      if (!part) throw new Error(`no part ${partId}`)
      return part
    },
    taskOf: async (taskId: number) => {
      const [task] = await db.select().from(tasks).where(eq(tasks.id, taskId))
      return task
    },
    stateOfDevice: async (deviceId: number): Promise<DeviceState | undefined> => {
      const [device] = await db.select({ state: devices.state }).from(devices).where(eq(devices.id, deviceId))
      return device?.state
    },
    listOutboxEvents: () => db.select({ event: outbox.event, payload: outbox.payload }).from(outbox),
    stop: async (): Promise<void> => {
      for (const listener of listeners) listener.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}

const collect = (queued: number[], data: object): void => {
  if ('partId' in data) queued.push((data as PartJob).partId)
}

export type TaskHarness = Awaited<ReturnType<typeof startTaskHarness>>
