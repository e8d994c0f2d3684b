import type { AddressInfo } from 'node:net'
import { eventually } from '@yunji/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDevices } from '../testing/devices.ts'
import type { ScriptedScreen } from '../testing/scripted-screen.ts'
import { type ServerHarness, startServerHarness } from '../testing/server-harness.ts'
import { openStream, type StreamClient } from '../testing/stream-client.ts'

type Person = Awaited<ReturnType<ReturnType<typeof createDevices>['addPerson']>>

/** Two processes on one database and the same phones. */
const gateways: ServerHarness[] = []
const [FIRST, SECOND] = [0, 1] as const
const open: StreamClient[] = []
let make: ReturnType<typeof createDevices>

const gateway = (which: number): ServerHarness => gateways[which] as ServerHarness

beforeAll(async () => {
  const first = await startServerHarness()
  gateways.push(first, await startServerHarness({}, undefined, undefined, first.place))
  for (const { app } of gateways) await app.listen({ port: 0, host: '127.0.0.1' })
  make = createDevices(first)
})
beforeEach(() => void (gateway(FIRST).supplier.screens.length = 0))
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await gateway(SECOND).close()
  await gateway(FIRST).stop()
})

const view = async (which: number, { token }: Person, deviceId: number, mode = 'control'): Promise<StreamClient> => {
  const { data } = await gateway(which).post('/vmcloud/api/stream/createTicket', { deviceId, mode }, { token })
  const { port } = gateway(which).app.server.address() as AddressInfo
  const client = await openStream(port, (data as { ticket: string }).ticket)
  open.push(client)
  await client.hello()
  return client
}

const start = async () => {
  const [owner, guest] = [await make.addPerson(), await make.addPerson()]
  const device = await make.addDevice(owner.userId)
  await make.grant(device.id, guest.userId, 'control')
  return { owner, guest, device }
}

const take = (client: StreamClient): void => client.send({ kind: 'request', request: { type: 'takeControl' } })
const release = (client: StreamClient): void => client.send({ kind: 'request', request: { type: 'releaseControl' } })
const type = (client: StreamClient, text: string): void => client.send({ kind: 'text', text })
const press = (client: StreamClient, pointerId: number): void =>
  client.send({ kind: 'touch', action: 'down', pointerId, x: 9, y: 9, pressure: 1 })

/** The last word on the controls, in the greeting or after it. */
const controlOf = (client: StreamClient): { hasControl: boolean; isTaken?: boolean } | undefined => {
  const told = client.events().findLast((event) => event.type === 'hello' || event.type === 'control')
  return told?.type === 'control' ? { hasControl: told.hasControl, isTaken: told.isTaken } : told
}
const expectControl = (client: StreamClient, hasControl: boolean, isTaken: boolean): Promise<void> =>
  eventually(() => expect(controlOf(client)).toEqual({ hasControl, isTaken }))
const answered = async (client: StreamClient): Promise<void> => {
  const pongs = () => client.received.filter(({ kind }) => kind === 'pong').length
  const before = pongs()
  client.send({ kind: 'ping', id: 1 })
  await eventually(() => expect(pongs()).toBeGreaterThan(before))
}

const screens = (): readonly ScriptedScreen[] => gateway(FIRST).supplier.screens
/** What the phone was told, by whichever session. */
const inputs = (): unknown[] => screens().flatMap(({ received }) => received)
const typed = (): string[] =>
  screens().flatMap(({ received }) =>
    received.flatMap((message) => (message.type === 'injectText' ? message.text : [])),
  )

describe('the controls of a phone that two gateways show', () => {
  it('are held at one of them', async () => {
    const { owner, guest, device } = await start()
    const ofOwner = await view(FIRST, owner, device.id)
    await expectControl(ofOwner, true, false)
    const ofGuest = await view(SECOND, guest, device.id)
    await expectControl(ofGuest, false, true)
    await eventually(() => expect(screens()).toHaveLength(2))
    type(ofGuest, 'guest')
    await answered(ofGuest)
    type(ofOwner, 'owner')
    await eventually(() => expect(typed()).toEqual(['owner']))
  })

  it('cost no statement for each touch', async () => {
    const { owner, device } = await start()
    const client = await view(FIRST, owner, device.id)
    await expectControl(client, true, false)
    await eventually(() => expect(screens()).toHaveLength(1))
    const rounds = async (): Promise<number> => {
      const { rows } = await gateway(FIRST).database.pool.query<{ round: string }>(
        'select g.round from gateways g join screen_leases l on l.gateway_id = g.id where l.device_id = $1',
        [device.id],
      )
      return Number(rows[0]?.round)
    }
    const before = await rounds()
    const touches = 500
    for (let sent = 0; sent < touches; sent += 1) press(client, sent)
    await eventually(() => expect(inputs()).toHaveLength(touches))
    expect((await rounds()) - before).toBeLessThan(touches / 10)
  })

  it('go to the owner at once, and what the guest held down is let go before', async () => {
    const { owner, guest, device } = await start()
    const ofGuest = await view(SECOND, guest, device.id)
    await expectControl(ofGuest, true, false)
    await eventually(() => expect(screens()).toHaveLength(1))
    press(ofGuest, 5)
    await eventually(() => expect(inputs()).toHaveLength(1))
    const ofOwner = await view(FIRST, owner, device.id)
    await expectControl(ofOwner, false, true)
    take(ofOwner)
    await expectControl(ofOwner, true, false)
    await expectControl(ofGuest, false, true)
    expect(inputs().at(-1)).toMatchObject({ type: 'injectTouch', action: 1, pointerId: 5n })
    type(ofGuest, 'guest')
    await answered(ofGuest)
    expect(typed()).toEqual([])
  })

  it('are not given to a guest whom the owner has before, and the guest is told', async () => {
    const { owner, guest, device } = await start()
    const ofOwner = await view(FIRST, owner, device.id)
    await expectControl(ofOwner, true, false)
    const ofGuest = await view(SECOND, guest, device.id)
    await expectControl(ofGuest, false, true)
    take(ofGuest)
    expect((await ofGuest.get('notice')).text).toBe('对方正在操作，请稍后再试')
    expect(controlOf(ofOwner)).toMatchObject({ hasControl: true })
  })

  it('are free for the other once they are released, or their viewer is gone', async () => {
    const { owner, guest, device } = await start()
    const ofOwner = await view(FIRST, owner, device.id)
    await expectControl(ofOwner, true, false)
    const ofGuest = await view(SECOND, guest, device.id)
    await expectControl(ofGuest, false, true)
    release(ofOwner)
    await expectControl(ofGuest, false, false)
    take(ofGuest)
    await expectControl(ofGuest, true, false)
    await expectControl(ofOwner, false, true)
    ofGuest.socket.terminate()
    await expectControl(ofOwner, false, false)
    take(ofOwner)
    await expectControl(ofOwner, true, false)
    expect(ofOwner.find('notice')).toBeUndefined()
  })

  it('follow a person into a window at the other', async () => {
    const { owner, device } = await start()
    const old = await view(FIRST, owner, device.id)
    await expectControl(old, true, false)
    const young = await view(SECOND, owner, device.id)
    await expectControl(young, true, false)
    await expectControl(old, false, true)
    await eventually(() => expect(screens()).toHaveLength(2))
  })

  it('are not taken from a guest who has just touched, though the row is older', async () => {
    const { guest, device } = await start()
    const other = await make.addPerson()
    await make.grant(device.id, other.userId, 'control')
    const ofGuest = await view(FIRST, guest, device.id)
    await expectControl(ofGuest, true, false)
    const ofOther = await view(SECOND, other, device.id)
    await expectControl(ofOther, false, true)
    take(ofOther)
    await ofOther.get('notice')
    await gateway(FIRST).database.pool.query(
      `update screen_leases set input_at = now() - interval '1 hour' where device_id = $1`,
      [device.id],
    )
    // The holder's own gateway knows better than the row.
    take(ofOther)
    await eventually(() => expect(ofOther.events().filter((event) => event.type === 'notice')).toHaveLength(2))
    expect(controlOf(ofGuest)).toMatchObject({ hasControl: true })
  })

  it('are taken from a guest who has not touched for ten seconds', async () => {
    const { guest, device } = await start()
    const other = await make.addPerson()
    await make.grant(device.id, other.userId, 'control')
    const ofGuest = await view(FIRST, guest, device.id)
    await expectControl(ofGuest, true, false)
    const ofOther = await view(SECOND, other, device.id)
    await expectControl(ofOther, false, true)
    // A viewer is lost after nine silent seconds.
    for (let passed = 0; passed < 10_000; passed += 5_000) {
      gateway(FIRST).clock.advance(5_000)
      for (const client of [ofGuest, ofOther]) await answered(client)
    }
    // The row follows with the next renewal.
    await eventually(async () => {
      take(ofOther)
      await answered(ofOther)
      expect(controlOf(ofOther)).toEqual({ hasControl: true, isTaken: false })
    })
    await expectControl(ofGuest, false, true)
  })

  it('go to one of two who ask in the same moment', async () => {
    const { owner, guest, device } = await start()
    const [ofOwner, ofGuest] = await Promise.all([view(FIRST, owner, device.id), view(SECOND, guest, device.id)])
    const held = () => [ofOwner, ofGuest].filter((client) => controlOf(client)?.hasControl)
    await eventually(() => expect(held()).toHaveLength(1))
    for (const client of [ofOwner, ofGuest, ofOwner]) take(client)
    await expectControl(ofOwner, true, false)
    await expectControl(ofGuest, false, true)
  })

  it('are lost with the right, at whichever gateway, and free at the other', async () => {
    const { owner, guest, device } = await start()
    const ofGuest = await view(SECOND, guest, device.id)
    await expectControl(ofGuest, true, false)
    const looking = await view(FIRST, guest, device.id, 'view')
    const ofOwner = await view(FIRST, owner, device.id)
    await expectControl(ofOwner, false, true)
    await gateway(FIRST).database.pool.query(`update device_grants set state = 'revoked' where device_id = $1`, [
      device.id,
    ])
    for (const client of [ofGuest, looking]) expect((await client.get('ended')).reason).toBe('revoked')
    await expectControl(ofOwner, false, false)
    take(ofOwner)
    await expectControl(ofOwner, true, false)
  })
})
