import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import type * as calls from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { devices, zones } from '../../../tables/devices.ts'
import { outbox } from '../../../tables/messages.ts'
import { createDevices } from '../../../testing/devices.ts'
import { METRICS_TOKEN, OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'

const logged: { level: number; msg: string; [field: string]: unknown }[] = []
const server = await useServer({}, pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) }))
const make = createDevices(server)
beforeEach(() => {
  server.supplier.refusing.clear()
  server.supplier.failing.clear()
  delete server.supplier.enableDebugging
  logged.length = 0
})

/** Three rounds hold one full check. */
const checkHealth = async (fullChecks: number): Promise<void> => {
  const job = server.periodicJobs.find(({ name }) => name === 'devices.checkHealth')
  for (let round = 0; round < fullChecks * 3; round += 1) await job?.run()
}
/** With a second device whose phone answers: a supplier of which none answers is not judged. */
const addRefusing = async () => {
  const { userId } = await make.addPerson()
  await make.addDevice(userId)
  const device = await make.addDevice(userId)
  server.supplier.refusing.add(device.phoneId)
  return { ...device, userId }
}
/** Keys of the events: delivery empties their payloads. */
const toldTo = async (userId: number) => {
  const isTold = and(eq(outbox.userId, userId), eq(outbox.event, 'debuggingOff'))
  return (await server.database.db.select().from(outbox).where(isTold)).map(({ key }) => key)
}
/** Past the deadline of faulty devices, with the sweep that replaces them. */
const passDeadline = async (): Promise<void> => {
  server.clock.advance(deviceDeadlineMs.faulty + 60_000)
  await checkHealth(1)
  await server.periodicJobs.find(({ name }) => name === 'devices.sweep')?.run()
}
const readZoneHealth = async () => {
  const { data } = await server.get('/vmcloud/api/operator/getZoneHealth', { token: OPERATOR_TOKEN })
  return data as CallData<typeof calls.getZoneHealth>
}
const refusedPhones = async () => (await readZoneHealth()).problems.map(({ problem, detail }) => `${problem} ${detail}`)
const loggedOf = ({ id }: { id: number }) => logged.filter(({ deviceId }) => deviceId === id).map(({ msg }) => msg)

describe('a phone that refuses ADB', () => {
  it('is faulty, and its owner and the operator are told why', async () => {
    const device = await addRefusing()
    await checkHealth(1)
    expect(await make.stateOf(device.id)).toBe('running')
    expect(await toldTo(device.userId)).toEqual([])
    await checkHealth(2)
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(await toldTo(device.userId)).toEqual([`debuggingOff:${device.id}:${device.stateCount + 1}:false`])
    expect(loggedOf(device)).toContain('phone refuses ADB, debugging probably switched off')
    server.supplier.refusing.clear()
    await checkHealth(1)
    expect(await make.stateOf(device.id)).toBe('running')
    expect(await toldTo(device.userId)).toHaveLength(1)
  })

  it('stays in use where the supplier switches debugging on, and the owner is told once', async () => {
    const device = await addRefusing()
    const enabled: string[] = []
    server.supplier.enableDebugging = async (phoneId) => {
      enabled.push(phoneId)
      return server.supplier.refusing.delete(phoneId)
    }
    await checkHealth(4)
    expect(enabled).toEqual([device.phoneId])
    server.supplier.refusing.add(device.phoneId)
    await checkHealth(4)
    expect(enabled).toEqual([device.phoneId, device.phoneId])
    expect(await make.stateOf(device.id)).toBe('running')
    expect(await toldTo(device.userId)).toEqual([`debuggingOff:${device.id}:${device.stateCount}:true`])
    expect(loggedOf(device)).toEqual(Array(2).fill('debugging was off, switched on by the supplier'))
  })

  it('is faulty when it refuses all the same, and is not switched on for ever', async () => {
    const device = await addRefusing()
    let times = 0
    server.supplier.enableDebugging = async () => {
      times += 1
      return true
    }
    await checkHealth(6)
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(times).toBe(1)
    expect(await toldTo(device.userId)).toHaveLength(2)
    await passDeadline()
    expect(await make.stateOf(device.id)).toBe('faulty')
  })

  it('is faulty for another reason when its supplier says so', async () => {
    const device = await addRefusing()
    server.supplier.enableDebugging = async () => false
    await checkHealth(3)
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(await toldTo(device.userId)).toEqual([])
    expect(await refusedPhones()).toEqual([])
    await passDeadline()
    expect(await make.stateOf(device.id)).not.toBe('faulty')
  })

  it('is switched on as soon as a supplier that failed can', async () => {
    const device = await addRefusing()
    server.supplier.enableDebugging = () => Promise.reject(new Error('the farm does not answer'))
    await checkHealth(3)
    expect(await make.stateOf(device.id)).toBe('faulty')
    server.supplier.enableDebugging = async (phoneId) => server.supplier.refusing.delete(phoneId)
    await checkHealth(1)
    expect(await make.stateOf(device.id)).toBe('running')
  })

  it('is not judged while no phone of its supplier answers', async () => {
    const device = await addRefusing()
    for (const { phoneId } of await server.database.db.select().from(devices)) server.supplier.refusing.add(phoneId)
    await checkHealth(3)
    expect(await make.stateOf(device.id)).toBe('running')
    expect(await toldTo(device.userId)).toEqual([])
  })
  it('is not replaced by itself, and an operator is called each time it would be', async () => {
    const device = await addRefusing()
    await checkHealth(3)
    await passDeadline()
    await passDeadline()
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(logged.filter(({ msg }) => msg === 'phones that refuse ADB not replaced, manual decision required')).toEqual(
      Array(2).fill(expect.objectContaining({ level: 50, deviceIds: [device.id] })),
    )
    await server.post(
      '/vmcloud/api/operator/replaceFaultyDevices',
      { deviceIds: [device.id] },
      { token: OPERATOR_TOKEN },
    )
    await eventually(async () => expect(await make.stateOf(device.id)).toBe('running'))
    expect(await refusedPhones()).toEqual([])
  })

  it('stays the matter of an operator when it then falls silent', async () => {
    const device = await addRefusing()
    await checkHealth(3)
    server.supplier.refusing.clear()
    server.supplier.failing.set(device.phoneId, 'unreachable')
    await passDeadline()
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(await refusedPhones()).toEqual([`adbRefused ${device.phoneId}`])
    server.supplier.failing.clear()
    await checkHealth(1)
    expect(await refusedPhones()).toEqual([])
    server.supplier.failing.set(device.phoneId, 'unreachable')
    await checkHealth(3)
    await passDeadline()
    expect(await make.stateOf(device.id)).not.toBe('faulty')
  })

  it('is not replaced either when it first fell silent', async () => {
    const device = await addRefusing()
    server.supplier.refusing.clear()
    server.supplier.failing.set(device.phoneId, 'unreachable')
    await checkHealth(3)
    expect(await make.stateOf(device.id)).toBe('faulty')
    server.supplier.refusing.add(device.phoneId)
    await passDeadline()
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(await toldTo(device.userId)).toHaveLength(1)
  })

  it('is named from its row, which all processes read', async () => {
    const device = await addRefusing()
    await checkHealth(1)
    expect(await refusedPhones()).toEqual([])
    await checkHealth(2)
    expect(await refusedPhones()).toEqual([`adbRefused ${device.phoneId}`])
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const { body } = await server.app.inject({ url: sideRoutes.metrics.path, headers })
    expect(body).toMatch(/yunji_zone_refusing_phones\{.*\} 1/)
  })

  it('does not keep other phones of its zone from being replaced', async () => {
    const { db } = server.database
    const createdAt = server.clock.now()
    const [zone] = await db.insert(zones).values({ code: 'refusing', name: 'refusing', createdAt }).returning()
    const { userId } = await make.addPerson()
    const owned: Awaited<ReturnType<typeof make.addDevice>>[] = []
    for (let phone = 0; phone < 5; phone += 1) owned.push(await make.addDevice(userId, { zoneId: zone?.id ?? 0 }))
    const [silent, , ...refusing] = owned
    for (const { phoneId } of refusing) server.supplier.refusing.add(phoneId)
    server.supplier.failing.set(silent?.phoneId ?? '', 'unreachable')
    await checkHealth(3)
    const health = (await readZoneHealth()).records.find(({ zoneId }) => zoneId === zone?.id)
    expect(health).toMatchObject({ faulty: 4, refusing: 3, isBreakerOpen: false })
    await passDeadline()
    expect(await make.stateOf(silent?.id ?? 0)).not.toBe('faulty')
    for (const { id } of refusing) expect(await make.stateOf(id)).toBe('faulty')
  })
})
