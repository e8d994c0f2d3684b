import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@yunji/testkit/eventually'
import type { Trial } from '@yunji/testkit/promise'
import type { System } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { openStream, type StreamClient } from '../../apps/server/src/testing/stream-client.ts'
import { createLoggedIn } from '../support/accounts.ts'
import { type TwoGateways, withTwoGateways } from '../support/two-gateways.ts'

/** Time in which the controls move from one gateway to another, and a lost right reaches both. */
const PROMISED_MS = 2000
/** Guards against hanging: all but the long form run beside other tests, and a busy machine breaks no promise. */
const DEADLINE_MS = 60_000

type Watched = Pick<Trial, 'form' | 'log'>

const limitMsOf = ({ form }: Watched): number => (form === 'long' ? PROMISED_MS : DEADLINE_MS)

/** Users of the same phone, each with a screen at each of the two gateways. */
interface Screens {
  readonly owner: readonly StreamClient[]
  readonly guest: readonly StreamClient[]
}

/** The product as two processes with one database and one phone between them; returns where more than one hand was on it. */
export const handsOnTwoGateways = (moves: number, trial: Watched): Promise<string[]> =>
  withTwoGateways(async (gateways) => {
    const { log } = trial
    const screens = await openScreens(gateways)
    log('two gateways show one phone')
    const violations = await moveControls(screens, moves, trial)
    const second = gateways.systems[1] as System
    violations.push(...(await stopGateway(screens, second)))
    log('a gateway that was stopped and went on sent nothing')
    violations.push(...(await revokeAtBoth(gateways.databaseUrl, screens, limitMsOf(trial))))
    violations.push(...(await killGateway(screens, second)))
    log('a gateway that was killed has left the controls')
    return violations
  })

const openScreens = async ({
  databaseUrl,
  deviceId,
  systems,
  ownerToken,
  createTicket,
}: TwoGateways): Promise<Screens> => {
  const [guest] = await createLoggedIn(databaseUrl, 1)
  await withClient(databaseUrl, (client) =>
    client.query(
      `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
       values ($1, $2, 'control', 'active', now() + interval '1 day', now())`,
      [deviceId, guest?.userId],
    ),
  )
  const openBoth = async (token: string): Promise<StreamClient[]> => {
    const screens: StreamClient[] = []
    for (const { port } of systems) {
      const screen = await openStream(port, await createTicket(token))
      await screen.hello()
      await eventually(() => assertPicture(screen), { deadlineMs: DEADLINE_MS })
      screens.push(screen)
    }
    return screens
  }
  return { owner: await openBoth(ownerToken), guest: await openBoth(guest?.token ?? '') }
}

const assertPicture = (screen: StreamClient): void => {
  if (screen.frames().length === 0) throw new Error('no picture')
}

const take = (screen: StreamClient): void => screen.send({ kind: 'request', request: { type: 'takeControl' } })
const release = (screen: StreamClient): void => screen.send({ kind: 'request', request: { type: 'releaseControl' } })
const allOf = ({ owner, guest }: Screens): StreamClient[] => [...owner, ...guest]

const hasControl = (screen: StreamClient): boolean => {
  const told = screen.events().findLast((event) => event.type === 'hello' || event.type === 'control')
  return told?.hasControl ?? false
}
const hasIt = (screens: Screens, taker: StreamClient): boolean =>
  allOf(screens).every((screen) => hasControl(screen) === (screen === taker))

/** Waits for a condition; returns how long it took. */
const timeUntil = async (isTrue: () => boolean, limitMs: number): Promise<number> => {
  const startedAt = performance.now()
  while (!isTrue() && performance.now() - startedAt < limitMs) await delay(2)
  return performance.now() - startedAt
}

/** The controls go round all screens; after each move everybody tries to write the phone's clipboard. */
const moveControls = async (screens: Screens, moves: number, trial: Watched): Promise<string[]> => {
  const limitMs = limitMsOf(trial)
  const violations: string[] = []
  const order = [screens.owner[0], screens.owner[1], screens.guest[0], screens.guest[1]] as StreamClient[]
  let slowestMs = 0
  for (let move = 0; move < moves; move += 1) {
    const taker = order[move % order.length] as StreamClient
    const holder = allOf(screens).find(hasControl)
    // A guest waits until the controls are free.
    if (holder && screens.guest.includes(taker)) {
      release(holder)
      await eventually(() => assertFree(screens), { deadlineMs: DEADLINE_MS })
    }
    take(taker)
    const tookMs = await timeUntil(() => hasIt(screens, taker), limitMs)
    slowestMs = Math.max(slowestMs, tookMs)
    if (!hasIt(screens, taker)) violations.push(`move ${move}: the controls had not moved after ${limitMs} ms`)
    await eventually(() => assertMoved(screens, taker), { deadlineMs: DEADLINE_MS })
    violations.push(...(await foreignHands(screens, taker, `move ${move}`)))
  }
  trial.log(`the controls moved ${moves} times, the slowest in ${Math.round(slowestMs)} ms`)
  return violations
}

const assertMoved = (screens: Screens, taker: StreamClient): void => {
  if (!hasIt(screens, taker)) throw new Error('the controls have not moved')
}

const assertFree = (screens: Screens): void => {
  const isFree = (screen: StreamClient) => screen.find('control')?.isTaken === false && !hasControl(screen)
  if (!allOf(screens).every(isFree)) throw new Error('the controls are not free')
}

const write = (screen: StreamClient, text: string): void => screen.send({ kind: 'clipboard', text, isPaste: false })

/** Everybody has been heard: what was sent before has been carried out or dropped. */
const settle = async (screens: readonly StreamClient[]): Promise<void> => {
  for (const screen of screens) {
    const pongs = (): number => screen.received.filter(({ kind }) => kind === 'pong').length
    const before = pongs()
    screen.send({ kind: 'ping', id: 1 })
    await eventually(
      () => {
        if (pongs() === before && !screen.isClosed()) throw new Error('no answer to the ping')
      },
      { deadlineMs: DEADLINE_MS },
    )
  }
}

/** What the phone has on its clipboard, asked by the holder of the controls. */
const readPhone = (holder: StreamClient): Promise<string> => {
  holder.received.splice(0, holder.received.length, ...holder.received.filter(({ kind }) => kind === 'event'))
  return eventually(
    () => {
      holder.send({ kind: 'request', request: { type: 'copy' } })
      const copied = holder.received.findLast((message) => message.kind === 'clipboard')
      if (copied?.kind !== 'clipboard') throw new Error('the phone has not answered')
      return copied.text
    },
    { deadlineMs: DEADLINE_MS, everyMs: 100 },
  )
}

let written = 0
const foreignHands = async (screens: Screens, holder: StreamClient, when: string): Promise<string[]> => {
  const own = `holder ${++written}`
  write(holder, own)
  await settle([holder])
  const others = allOf(screens).filter((screen) => screen !== holder)
  for (const other of others) write(other, `other ${written}`)
  await settle(others)
  const found = await readPhone(holder)
  return found === own ? [] : [`${when}: the phone was told "${found}" where "${own}" was the last word of the hands`]
}

/** SIGSTOP of the gateway with the controls, with input of its viewer under way. */
const stopGateway = async (screens: Screens, { process: gateway }: System): Promise<string[]> => {
  const [taker, stopped] = [screens.owner[0], screens.guest[1]] as [StreamClient, StreamClient]
  const holder = allOf(screens).find(hasControl)
  if (holder) release(holder)
  await eventually(() => assertFree(screens), { deadlineMs: DEADLINE_MS })
  take(stopped)
  await eventually(() => assertTaken(stopped), { deadlineMs: DEADLINE_MS })
  gateway.kill('SIGSTOP')
  take(taker)
  await eventually(() => assertTaken(taker), { deadlineMs: DEADLINE_MS })
  write(taker, 'of the other')
  await settle([taker])
  write(stopped, 'stale')
  gateway.kill('SIGCONT')
  await settle([stopped])
  await eventually(() => assertLost(stopped), { deadlineMs: DEADLINE_MS })
  const found = await readPhone(taker)
  return found === 'of the other' ? [] : [`a gateway that went on wrote "${found}" without the controls`]
}

const assertTaken = (screen: StreamClient): void => {
  if (!hasControl(screen)) throw new Error('without the controls')
}
const assertLost = (screen: StreamClient): void => {
  if (hasControl(screen) && !screen.isClosed()) throw new Error('still has the controls')
}

/** A lost right reaches both gateways. */
const revokeAtBoth = async (url: string, { guest }: Screens, limitMs: number): Promise<string[]> => {
  const live = guest.filter((screen) => !screen.isClosed())
  await withClient(url, (client) => client.query(`update device_grants set state = 'revoked'`))
  const hasEnded = (screen: StreamClient): boolean => screen.find('ended') !== undefined
  await timeUntil(() => live.every(hasEnded), limitMs)
  return live.every(hasEnded) ? [] : [`a revoked grant left a screen open at one of two gateways`]
}

/** `kill -9` of the gateway with the controls. */
const killGateway = async ({ owner }: Screens, { process: gateway }: System): Promise<string[]> => {
  const [left, killed] = owner as [StreamClient, StreamClient]
  if (!killed.isClosed()) {
    take(killed)
    await eventually(() => assertTaken(killed), { deadlineMs: DEADLINE_MS })
  }
  gateway.kill('SIGKILL')
  take(left)
  await eventually(() => assertTaken(left), { deadlineMs: DEADLINE_MS })
  write(left, 'the last')
  const found = await readPhone(left)
  return found === 'the last' ? [] : [`after a kill the phone has "${found}"`]
}
