import { setTimeout as delay } from 'node:timers/promises'
import { logoutUser } from '@yunji/contract/user/login-calls'
import type { Stage } from './s08-stream-tickets.ts'

/** What the promise gives a live screen after its right has ended. */
const LIMIT_MS = 2000

interface Watched {
  readonly token: string
  readonly userId: number
  readonly deviceId: number
}

type Way = (stage: Stage, watched: Watched) => Promise<unknown>

/** Every way to lose a right to look; each must reach the gateway by itself. */
const ways: Readonly<Record<string, Way>> = {
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

/** Opens a guest's screen, takes the right away, and says what was still open after the limit. */
export const cutsOf = async (stage: Stage, rounds: number, log: (text: string) => void): Promise<string[]> => {
  const violations: string[] = []
  let slowestMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const [how, takeAway] = Object.entries(ways)[round % Object.keys(ways).length] as [string, Way]
    const { make } = stage
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await make.grant(device.id, guest.userId, 'view')
    const screen = await stage.open(await stage.ticketFor(guest.token, device.id, 'view'))
    await screen?.hello()
    await takeAway(stage, { ...guest, deviceId: device.id })
    const startedAt = performance.now()
    while (!screen?.find('ended') && performance.now() - startedAt < LIMIT_MS) await delay(5)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    if (!screen?.find('ended')) violations.push(`${how} left the screen open for more than ${LIMIT_MS} ms`)
    screen?.socket.terminate()
  }
  log(`${rounds} rights taken away, the slowest cut after ${Math.round(slowestMs)} ms`)
  return violations
}
