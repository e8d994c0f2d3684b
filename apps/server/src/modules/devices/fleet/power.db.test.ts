import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { devices, quarantinedPhones } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { quarantinePhone } from './quarantine-phone.ts'
import { isAnyOf, transition } from './transition-store.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
let person: Awaited<ReturnType<typeof make.addPerson>>
beforeEach(async () => {
  person = await make.addPerson()
  server.supplier.off.clear()
  server.supplier.switched.length = 0
})

const run = (name: string) =>
  server.periodicJobs.find((each) => each.name === name)?.run() ?? Promise.reject(new Error(name))
const own = (fields = {}) => make.addDevice(person.userId, fields)
const call = async (path: string, deviceIds: number[]) =>
  (await server.post(`/vmcloud/api/device/${path}`, { deviceIds }, { token: person.token })).data as {
    results: { code: number }[]
  }
const isPowerOn = async (id: number) => {
  const [device] = await db.select().from(devices).where(eq(devices.id, id))
  return device?.isPowerOn
}
/** Every third run probes running devices; two misses make one faulty. */
const checkHealth = async () => {
  for (let round = 0; round < 9; round += 1) await run('devices.checkHealth')
}

describe('the power of a phone', () => {
  it('goes off with a stop and on with a start, before the owner is answered', async () => {
    const { id, phoneId } = await own()
    expect(await call('stopDevice', [id])).toMatchObject({ results: [{ code: 200 }] })
    expect([...server.supplier.off]).toEqual([phoneId])
    await call('stopDevice', [id])
    await call('startDevice', [id])
    await call('startDevice', [id])
    expect(server.supplier.switched).toEqual([
      { phoneId, isOn: false },
      { phoneId, isOn: true },
    ])
    expect(await make.stateOf(id)).toBe('running')
  })

  it('goes off when the rental ends, and stays off when it is renewed', async () => {
    const { id, phoneId } = await own({ expiresAt: later(server.clock.now(), -MINUTE_MS) })
    await run('devices.sweep')
    expect(await make.stateOf(id)).toBe('expired')
    await run('devices.switchPower')
    expect(server.supplier.off.has(phoneId)).toBe(true)
    await db.transaction((tx) =>
      transition(tx, 'renew', server.clock.now(), and(isAnyOf([id]), eq(devices.state, 'expired'))),
    )
    await run('devices.switchPower')
    expect(server.supplier.off.has(phoneId)).toBe(true)
  })

  it('is off again after a task on a stopped device, whatever the task did to the phone', async () => {
    const { id, phoneId } = await own({ state: 'changingConfiguration', isPowerOn: false })
    await db.transaction((tx) => transition(tx, 'settleStopped', server.clock.now(), isAnyOf([id])))
    await run('devices.switchPower')
    expect(server.supplier.switched).toEqual([{ phoneId, isOn: false }])
  })

  it('is off while a replaced phone waits to be erased', async () => {
    const device = await own()
    await db.transaction((tx) => quarantinePhone(tx, device, server.clock.now()))
    await run('devices.switchPower')
    await run('devices.switchPower')
    expect(server.supplier.switched).toEqual([{ phoneId: device.phoneId, isOn: false }])
    await db.delete(quarantinedPhones).where(eq(quarantinedPhones.deviceId, device.id))
  })

  it('is tried again by the next run while the supplier is away, and no device is called faulty for it', async () => {
    const { id, phoneId } = await own({ state: 'stopped', isPowerOn: false })
    server.supplier.isAway = true
    try {
      expect(await call('startDevice', [id])).toMatchObject({ results: [{ code: 200 }] })
    } finally {
      server.supplier.isAway = false
    }
    expect([await make.stateOf(id), await isPowerOn(id)]).toEqual(['running', false])
    await run('devices.switchPower')
    expect(server.supplier.switched).toEqual([{ phoneId, isOn: true }])
    expect(await isPowerOn(id)).toBe(true)
  })

  it('counts as switched where the supplier has no switch', async () => {
    const { id } = await own()
    const { switchPower } = server.supplier
    delete server.supplier.switchPower
    try {
      await call('stopDevice', [id])
    } finally {
      if (switchPower) server.supplier.switchPower = switchPower
    }
    expect([await make.stateOf(id), await isPowerOn(id)]).toEqual(['stopped', false])
  })
})

describe('the health check', () => {
  const others = async () => {
    await own()
  }

  it('does not call a phone faulty that is switched off, and has it switched on where the device runs', async () => {
    await others()
    const [stopped, running] = [await own({ state: 'stopped' }), await own()]
    server.supplier.off.add(stopped.phoneId).add(running.phoneId)
    await checkHealth()
    expect([await make.stateOf(stopped.id), await make.stateOf(running.id)]).toEqual(['stopped', 'running'])
    await run('devices.switchPower')
    expect([server.supplier.off.has(stopped.phoneId), server.supplier.off.has(running.phoneId)]).toEqual([true, false])
  })

  it('leaves a phone alone that is being started; one that does not start is faulty', async () => {
    await others()
    const { id, phoneId } = await own({ isPowerOn: false })
    server.supplier.failing.set(phoneId, 'timeout')
    try {
      await checkHealth()
      expect(await make.stateOf(id)).toBe('running')
      await run('devices.switchPower')
      expect(await make.stateOf(id)).toBe('faulty')
    } finally {
      server.supplier.failing.delete(phoneId)
    }
    await run('devices.switchPower')
    await checkHealth()
    expect([await make.stateOf(id), await isPowerOn(id)]).toEqual(['running', true])
  })
})
