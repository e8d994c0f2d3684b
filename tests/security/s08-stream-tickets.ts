import type { AddressInfo } from 'node:net'
import { createTicket } from '@yunji/contract/devices/device/calls'
import { TICKET_LIFETIME_MS } from '@yunji/contract/devices/device/stream'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../apps/server/src/testing/server-harness.ts'
import { openStream, Refused, type StreamClient } from '../../apps/server/src/testing/stream-client.ts'
import { cutsOf } from './cut-screens.ts'
import { handsOnTwoGateways } from './two-gateways.ts'

const AT_ONCE = 20

export const promise = definePromise({
  id: 'S8',
  name: 's8_stream_tickets',
  title:
    'a stream ticket opens one screen of one device for its user within 30 s; a lost right cuts it, or takes the controls, within 2 s; two gateways have one pair of hands on a phone',
  sizes: {
    small: { races: 2, ages: 5, cuts: 7, moves: 4 },
    short: { races: 8, ages: 8, cuts: 7, moves: 8 },
    long: { races: 200, ages: 200, cuts: 140, moves: 200 },
  },
  async run({ form, size: { races, ages, cuts, moves }, seed, log }) {
    const server = await startServerHarness()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const harness = createHarness(server)
      const random = createRandom(seed)
      const violations: string[] = []
      for (let round = 0; round < races; round += 1) violations.push(...(await openedByRace(harness)))
      for (let round = 0; round < ages; round += 1) violations.push(...(await openedByAge(harness, round, random)))
      log(`${races} tickets raced for, ${ages} of chosen age`)
      violations.push(...(await cutsOf(harness, cuts, log)))
      violations.push(...(await handsOnTwoGateways(moves, { form, log })))
      return { rounds: races + ages + cuts + moves, violations }
    } finally {
      await server.stop()
    }
  },
})

/** A server with users, devices and stream tickets. */
const createHarness = (server: ServerHarness) => {
  const { port } = server.app.server.address() as AddressInfo
  const make = createDevices(server)
  return {
    server,
    make,
    async ticketFor(token: string, deviceId: number, mode: 'view' | 'control'): Promise<string> {
      const { data } = await server.post(createTicket.path, { deviceId, mode }, { token })
      return (data as { ticket: string }).ticket
    },
    /** Null when the ticket was refused before the socket opened. */
    open: (ticket: string): Promise<StreamClient | null> =>
      openStream(port, ticket).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 401) return null
        throw error
      }),
  }
}

export type StreamHarness = ReturnType<typeof createHarness>

const openedByRace = async ({ make, ticketFor, open }: StreamHarness): Promise<string[]> => {
  const { userId, token } = await make.addPerson()
  const [device] = [await make.addDevice(userId), await make.addDevice(userId)]
  const ticket = await ticketFor(token, device.id, 'control')
  const screens = await Promise.all(Array.from({ length: AT_ONCE }, () => open(ticket)))
  const opened = screens.filter((screen) => screen !== null)
  const ids = await Promise.all(opened.map(async (screen) => (await screen.hello()).device.id))
  for (const screen of opened) screen.socket.terminate()
  return [
    ...(opened.length === 1 ? [] : [`one ticket opened ${opened.length} screens`]),
    ...ids.filter((id) => id !== device.id).map((id) => `a ticket for ${device.id} opened ${id}`),
  ]
}

const openedByAge = async (
  { server, make, ticketFor, open }: StreamHarness,
  round: number,
  random: Random,
): Promise<string[]> => {
  const { userId, token } = await make.addPerson()
  const device = await make.addDevice(userId)
  const ticket = await ticketFor(token, device.id, 'view')
  const ages = [0, 1, TICKET_LIFETIME_MS - 1, TICKET_LIFETIME_MS, random.integer(0, 90_000)]
  const ageMs = ages[round % ages.length] ?? 0
  server.clock.advance(ageMs)
  const screen = await open(ticket)
  screen?.socket.terminate()
  const isOpen = screen !== null
  return isOpen === ageMs < TICKET_LIFETIME_MS ? [] : [`a ticket of ${ageMs} ms ${isOpen ? 'opened' : 'did not open'}`]
}
