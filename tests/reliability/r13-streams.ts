import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@yunji/testkit/eventually'
import { atMost } from '@yunji/testkit/figures'
import { definePromise, type Trial } from '@yunji/testkit/promise'
import type { System } from '@yunji/testkit/system'
import { openStream, type StreamClient } from '../../apps/server/src/testing/stream-client.ts'
import { type TwoGateways, withTwoGateways } from '../support/two-gateways.ts'

/** Requests of a viewer without the controls, and the key frames of the encoder that they may cause. */
const BURST_REQUESTS = 13
const BURST_EVERY_MS = 215
const BURST_KEY_FRAMES = 1
const FIRST_FRAME_LIMIT_SECONDS = 1.5
const RECONNECT_LIMIT_SECONDS = 3
const STALLED_LIMIT_MB = 50
const HOME_KEY = 3
const CACHED_FRAMES = 100
const PICTURE_DEADLINE_MS = 240_000

export const promise = definePromise({
  id: 'R13',
  name: 'r13_streams',
  title: 'a screen comes, comes back after a cut, and other viewers cost it neither memory nor key frames',
  sizes: {
    small: { reconnects: 2, stalled: 2, pictures: 60, bursts: 1 },
    short: { reconnects: 4, stalled: 3, pictures: 80, bursts: 1 },
    long: { reconnects: 50, stalled: 20, pictures: 1_000, bursts: 20 },
  },
  async run(trial) {
    const { stalled, bursts, reconnects } = trial.size
    const { one, two, megabytes, forced } = await withTwoGateways((gateways) => watch(trial, gateways))
    const violations = [
      ...(megabytes > STALLED_LIMIT_MB ? [`a viewer that does not read costs ${megabytes.toFixed(1)} MB`] : []),
      ...forced
        .filter((count) => count > BURST_KEY_FRAMES)
        .map((count) => `${BURST_REQUESTS} requests of a viewer without the controls forced ${count} key frames`),
    ]
    const figures = [
      atMost('r13_first_frame_seconds', one.firstSeconds, FIRST_FRAME_LIMIT_SECONDS),
      atMost('r13_reconnect_seconds', one.backSeconds, RECONNECT_LIMIT_SECONDS),
      atMost('r13_other_gateway_seconds', two.backSeconds, RECONNECT_LIMIT_SECONDS),
      atMost('r13_stalled_viewer_mb', megabytes, STALLED_LIMIT_MB),
    ]
    trial.log(figures.map(({ name, value }) => `${name} ${value}`).join(', '))
    const rounds = 2 * (reconnects + bursts) + stalled
    return { rounds, violations, ...(trial.form === 'long' && { figures }) }
  },
})

interface Size {
  readonly reconnects: number
  readonly stalled: number
  readonly pictures: number
  readonly bursts: number
}

/** At the gateway with the phone, then with a screen reopened, and key frames asked for, at the other one. */
const watch = async (trial: Trial<Size>, { systems, ownerToken, createTicket }: TwoGateways) => {
  const { reconnects, bursts } = trial.size
  const [here, there] = systems as [System, System]
  const openAt = (system: System) => async () => openStream(system.port, await createTicket(ownerToken))
  const one = await cutAgainAndAgain(openAt(here), [here.port], reconnects)
  const megabytes = await costOfStalled(trial, here, openAt(here))
  const forcedHere = await forceKeyFrames(openAt(here), openAt(here), bursts)
  const two = await cutAgainAndAgain(openAt(here), [here.port, there.port], reconnects)
  const forcedThere = await forceKeyFrames(openAt(here), openAt(there), bursts)
  return { one, two, megabytes, forced: [...forcedHere, ...forcedThere] }
}

const firstPicture = (screen: StreamClient): Promise<void> =>
  eventually(
    () => {
      if (!screen.frames().some((frame) => frame.kind === 'frame' && frame.isKey)) throw new Error('no picture')
    },
    { deadlineMs: PICTURE_DEADLINE_MS, everyMs: 5 },
  )

/** Opens a screen and measures the time to its first picture. */
const timed = async (open: () => Promise<StreamClient>): Promise<{ screen: StreamClient; seconds: number }> => {
  const startedAt = performance.now()
  const screen = await open()
  await firstPicture(screen)
  return { screen, seconds: (performance.now() - startedAt) / 1000 }
}

type OpenScreen = () => Promise<StreamClient>

/** Opens a screen, cuts its connection and reopens it with the resume ticket, at the gateways in turn. */
const cutAgainAndAgain = async (openScreen: OpenScreen, ports: readonly number[], reconnects: number) => {
  const first = await timed(openScreen)
  let { screen } = first
  let backSeconds = 0
  for (let round = 0; round < reconnects; round += 1) {
    const { resumeTicket } = await screen.hello()
    screen.socket.terminate()
    const port = ports[(round + 1) % ports.length] ?? 0
    const back = await timed(() => openStream(port, resumeTicket))
    backSeconds = Math.max(backSeconds, back.seconds)
    screen = back.screen
  }
  screen.socket.terminate()
  return { firstSeconds: first.seconds, backSeconds }
}

/** Key frames that the holder of the controls gets while another viewer asks for them again and again. */
const forceKeyFrames = async (openWatcher: OpenScreen, openHolder: OpenScreen, bursts: number): Promise<number[]> => {
  const watcher = await openWatcher()
  await firstPicture(watcher)
  const holder = await openHolder()
  await firstPicture(holder)
  // Of two gateways the other one has them.
  holder.send({ kind: 'request', request: { type: 'takeControl' } })
  const forced: number[] = []
  for (let burst = 0; burst < bursts; burst += 1) {
    // More frames than the gateway keeps, so that it cannot answer by itself.
    await showPictures(holder, CACHED_FRAMES)
    holder.received.length = 0
    for (let sent = 0; sent < BURST_REQUESTS; sent += 1) {
      watcher.send({ kind: 'request', request: { type: 'keyFrame' } })
      await delay(BURST_EVERY_MS)
    }
    forced.push(holder.frames().filter((frame) => frame.kind === 'frame' && frame.isKey).length)
  }
  for (const screen of [watcher, holder]) screen.socket.terminate()
  return forced
}

const residentMb = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Memory of the server for each viewer that opens a screen and stops reading. */
const costOfStalled = async (
  { size: { stalled, pictures }, log }: Trial<Size>,
  { process: { pid = 0 } }: System,
  openScreen: OpenScreen,
): Promise<number> => {
  const reader = await openScreen()
  await firstPicture(reader)
  await showPictures(reader, pictures)
  const before = residentMb(pid)
  const viewers: StreamClient[] = []
  for (let index = 0; index < stalled; index += 1) {
    const viewer = await openScreen()
    await firstPicture(viewer)
    viewer.socket.pause()
    viewers.push(viewer)
  }
  // The newest viewer holds the control lease; the reader takes it back.
  reader.send({ kind: 'request', request: { type: 'takeControl' } })
  await showPictures(reader, pictures)
  const after = residentMb(pid)
  log(`the server holds ${before.toFixed(0)} MB, and ${after.toFixed(0)} MB with ${stalled} viewers that do not read`)
  for (const viewer of [...viewers, reader]) viewer.socket.terminate()
  return Math.max(0, after - before) / stalled
}

/** Presses keys until the reader has received so many frames. */
const showPictures = async (reader: StreamClient, pictures: number): Promise<void> => {
  reader.received.length = 0
  const deadline = performance.now() + PICTURE_DEADLINE_MS
  for (let step = 0; reader.frames().length < pictures && performance.now() < deadline; step += 1) {
    const y = 20_000 + 3_000 * Math.abs((step % 16) - 8)
    const action = step % 16 === 0 ? 'down' : step % 16 === 15 ? 'up' : 'move'
    reader.send({ kind: 'touch', action, pointerId: 0, x: 32_000, y, pressure: 1 })
    if (step % 64 === 63) reader.send({ kind: 'request', request: { type: 'rotate' } })
    if (step % 128 === 127) reader.send({ kind: 'key', action: 'down', keyCode: HOME_KEY, metaState: 0, repeat: 0 })
    await delay(10)
  }
  if (reader.frames().length < pictures) throw new Error(`only ${reader.frames().length} pictures came`)
}
