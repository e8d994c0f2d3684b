import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UPLOAD_KEY_HEADER } from '@yunji/contract/devices/device/stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { type FaultProxy, type LinkFault, startFaultProxy } from '@yunji/testkit/fault-proxy'
import type { Random } from '@yunji/testkit/random'
import type { PhoneHarness } from './phone-harness.ts'
import { openWatcher, type Watcher } from './screen-watcher.ts'

const LIMIT_MS = 10_000
/** In each direction: two seconds for a round trip. */
const SLOW_MS = 1000
const FILE_BYTES = 300_000
/** Guards against hanging only: the phone finishes or discards the upload. */
const SETTLED_DEADLINE_MS = 30_000

/** Injects faults into client connections while screens are open and files are uploaded. */
export const withClientLinks = async (
  harness: PhoneHarness,
  work: (hurt: (round: number, random: Random) => Promise<string[]>) => Promise<string[]>,
): Promise<string[]> => {
  const proxies: FaultProxy[] = []
  try {
    const broken = await work((round, random) => hurtClientLink(harness, proxies, round, random))
    // While the proxies are open: the server must detect by itself that the clients are gone.
    return [...broken, ...(await forgottenViewers(harness))]
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()))
  }
}

const hurtClientLink = async (
  harness: PhoneHarness,
  proxies: FaultProxy[],
  round: number,
  random: Random,
): Promise<string[]> => {
  const devices = await harness.devices()
  const { deviceId } = random.pick(devices)
  const proxy = await startFaultProxy({ host: '127.0.0.1', port: harness.system.port })
  proxies.push(proxy)
  const watcher = openWatcher({
    url: () => `ws://localhost:${proxy.port}${sideRoutes.stream.path}`,
    newTicket: () => harness.createTicket(deviceId),
    random: random.next,
  })
  const fault = chooseFault(random)
  const broken: string[] = []
  try {
    await eventually(() => watcher.assertPicture(), { deadlineMs: SETTLED_DEADLINE_MS })
    const name = `r11-${round}.bin`
    const content = randomBytes(FILE_BYTES)
    const sending = send(proxy, watcher, name, content)
    await hurtFor(proxy, fault, random)
    broken.push(...(await backInTime(watcher)))
    const isTaken = await sending
    broken.push(...(await inspectFile(harness, name, content, isTaken)))
  } finally {
    watcher.close()
  }
  return broken.map((text) => `round ${round}, client link ${JSON.stringify(fault)}: ${text}`)
}

/** Viewers that the server still counts after all clients have left. */
const forgottenViewers = async (harness: PhoneHarness): Promise<string[]> => {
  const viewers = async (): Promise<void> => {
    const metrics = await harness.system.readMetrics()
    const count = Number(/^yunji_stream_viewers (\d+)/m.exec(metrics)?.[1])
    if (count !== 0) throw new Error(`the server still counts ${count} viewers`)
  }
  return eventually(viewers, { deadlineMs: 2 * LIMIT_MS, everyMs: 100 }).then(
    () => [],
    (error: Error) => [error.message],
  )
}

const hurtFor = async (proxy: FaultProxy, fault: LinkFault, random: Random): Promise<void> => {
  await delay(random.integer(0, 20))
  proxy.setFault(fault)
  await delay(random.integer(0, 2000))
  proxy.heal()
}

/** Requested key frames arrive again within the limit. */
const backInTime = async (watcher: Watcher): Promise<string[]> => {
  watcher.resetPictures()
  const check = (): void => {
    watcher.requestKeyFrame()
    watcher.assertPicture()
  }
  return eventually(check, { deadlineMs: LIMIT_MS, everyMs: 100 }).then(
    () => [],
    () => ['no picture came again'],
  )
}

/** Whether the upload was acknowledged; has its own timeout, as the client's request. */
const send = async (proxy: FaultProxy, watcher: Watcher, name: string, content: Buffer): Promise<boolean> => {
  const address = `http://localhost:${proxy.port}${sideRoutes.streamUpload.path}?${new URLSearchParams({ id: name, name })}`
  const request = fetch(address, {
    method: 'POST',
    headers: { [UPLOAD_KEY_HEADER]: watcher.uploadKey(), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  return request.then(async (answer) => ((await answer.json()) as { code: number }).code === 200).catch(() => false)
}

/** The file is complete or absent, and complete when it was acknowledged. */
const inspectFile = async (
  harness: PhoneHarness,
  name: string,
  content: Buffer,
  isTaken: boolean,
): Promise<string[]> => {
  const phones = path.join(harness.system.dataDir, 'phones')
  const found = async (): Promise<Buffer | undefined> => {
    const place = (await readdir(phones, { recursive: true })).find((file) => path.basename(file) === name)
    return place === undefined ? undefined : readFile(path.join(phones, place))
  }
  const file = await found()
  if (!file) return isTaken ? ['a file that was acknowledged is not there'] : []
  return hashOf(file) === hashOf(content) ? [] : [`a file arrived with ${file.length} of ${content.length} bytes`]
}

const chooseFault = (random: Random): LinkFault =>
  random.pick<() => LinkFault>([
    () => ({ kind: 'halfOpen' }),
    () => ({ kind: 'reset' }),
    () => ({ kind: 'delay', delayMs: SLOW_MS }),
    () => ({ kind: 'stopAfter', sizeBytes: random.integer(0, FILE_BYTES) }),
  ])()

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
