import { and, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { devices } from '../../../tables/devices.ts'
import { outbox } from '../../../tables/messages.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const logged: { level: number; msg: string; [field: string]: unknown }[] = []
const server = await useServer({}, pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) }))
const make = createDevices(server)
beforeEach(() => {
  server.supplier.refusing.clear()
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
const loggedOf = ({ id }: { id: number }) => logged.filter(({ deviceId }) => deviceId === id).map(({ msg }) => msg)

describe('a phone that refuses ADB', () => {
  it('is faulty, and its owner and the operator are told why', async () => {
    const device = await addRefusing()
    await checkHealth(1)
    expect(await make.stateOf(device.id)).toBe('running')
    expect(await toldTo(device.userId)).toEqual([])
    await checkHealth(2)
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(await toldTo(device.userId)).toEqual([`debuggingOff:${device.id}:${device.stateCount}:false`])
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
  })

  it('is faulty for another reason when its supplier says so', async () => {
    const device = await addRefusing()
    server.supplier.enableDebugging = async () => false
    await checkHealth(3)
    expect(await make.stateOf(device.id)).toBe('faulty')
    expect(await toldTo(device.userId)).toEqual([])
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
})
