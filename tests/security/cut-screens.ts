import { setTimeout as delay } from 'node:timers/promises'
import { logoutUser } from '@yunji/contract/accounts/session/calls'
import { eventually } from '@yunji/testkit/eventually'
import type { StreamClient } from '../../apps/server/src/testing/stream-client.ts'
import type { StreamHarness } from './s08-stream-tickets.ts'

/** Time until a live screen must end after its right has. */
const LIMIT_MS = 2000

interface Watched {
  readonly token: string
  readonly userId: number
  readonly deviceId: number
}

type TakeAway = (harness: StreamHarness, watched: Watched) => Promise<unknown>

/** Every way to lose access; each must reach the gateway by itself. */
const endings: Readonly<Record<string, TakeAway>> = {
  'a revoked grant': ({ server }, { deviceId }) =>
    server.database.pool.query(`update device_grants set state = 'revoked' where device_id = $1`, [deviceId]),
  'a removed grant': ({ server }, { deviceId }) =>
    server.database.pool.query('delete from device_grants where device_id = $1', [deviceId]),
  'a logout': ({ server }, { token }) => server.post(logoutUser.path, {}, { token }),
  'a frozen account': ({ server }, { userId }) =>
    server.database.pool.query('update users set frozen_at = now() where id = $1', [userId]),
  'a stopped device': ({ server }, { deviceId }) =>
    server.database.pool.query(`update devices set state = 'stopped' where id = $1`, [deviceId]),
  'a released device': ({ server }, { deviceId }) =>
    server.database.pool.query(`update devices set state = 'released' where id = $1`, [deviceId]),
}

/** Access becomes view-only: the screen goes on without control. */
const VIEW_ONLY = 'a grant that becomes view only'
const makeViewOnly: TakeAway = ({ server }, { deviceId }) =>
  server.database.pool.query(`update device_grants set access = 'view' where device_id = $1`, [deviceId])

const ways: readonly (readonly [string, TakeAway])[] = [...Object.entries(endings), [VIEW_ONLY, makeViewOnly]]

/** Opens a guest's screen and revokes the right; returns what is still open after the limit. */
export const cutsOf = async (
  harness: StreamHarness,
  rounds: number,
  log: (text: string) => void,
): Promise<string[]> => {
  const violations: string[] = []
  let slowestMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const [how, takeAway] = ways[round % ways.length] as (typeof ways)[number]
    const mode = how === VIEW_ONLY ? 'control' : 'view'
    const eventType = how === VIEW_ONLY ? 'mode' : 'ended'
    const { make } = harness
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await make.grant(device.id, guest.userId, mode)
    const screen = await harness.open(await harness.ticketFor(guest.token, device.id, mode))
    await screen?.hello()
    await takeAway(harness, { ...guest, deviceId: device.id })
    const startedAt = performance.now()
    const hasEvent = (): boolean => screen?.find(eventType) !== undefined
    while (!hasEvent() && performance.now() - startedAt < LIMIT_MS) await delay(5)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    if (!screen?.find(eventType)) violations.push(`${how} left the screen as it was for more than ${LIMIT_MS} ms`)
    else if (how === VIEW_ONLY) violations.push(...(await stillControlled(harness, screen)))
    screen?.socket.terminate()
  }
  log(`${rounds} rights taken away, the slowest after ${Math.round(slowestMs)} ms`)
  return violations
}

const stillControlled = async ({ server }: StreamHarness, screen: StreamClient): Promise<string[]> => {
  const before = server.supplier.screens.map(({ received }) => received.length)
  screen.send({ kind: 'touch', action: 'down', pointerId: 0, x: 1, y: 1, pressure: 1 })
  screen.send({ kind: 'request', request: { type: 'takeControl' } })
  screen.send({ kind: 'text', text: 'x' })
  screen.send({ kind: 'ping', id: 1 })
  await eventually(() => {
    if (!screen.received.some(({ kind }) => kind === 'pong')) throw new Error('no answer to the ping')
  })
  const isReached = server.supplier.screens.some(({ received }, index) => received.length > (before[index] ?? 0))
  return [
    ...(isReached ? ['a viewer who may only look reached the phone'] : []),
    ...(screen.find('ended') ? ['a viewer who may still look was cut off'] : []),
  ]
}
