import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { PhoneError } from '@yunji/phone-driver/errors'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone, ScreenSession } from '@yunji/phone-driver/types'
import { eventually } from '@yunji/testkit/eventually'
import { type FaultProxy, type LinkFault, startFaultProxy } from '@yunji/testkit/fault-proxy'
import type { Random } from '@yunji/testkit/random'
import type { VirtualPhoneAddress } from './virtual-phone.ts'

const LIMIT_MS = 10_000
/** Guards against hanging only. */
const PATIENCE_MS = 120_000
/** In each direction: two seconds for a round trip. */
const SLOW_MS = 1000
/** One chunk of the sync protocol, so that a slow link does not count as a hang. */
const FILE_BYTES = 60_000
const FOLDER = '/sdcard/Download'
const SMALL = { maxSize: 320 }
/** Allowed outcomes of an operation over a faulty link. */
const EXPECTED: ReadonlySet<string> = new Set(['done', 'lost', 'timeout', 'unreachable'])

interface Work {
  readonly what: string
  /** Runs before the fault. */
  prepare?(phone: Phone): Promise<unknown>
  run(phone: Phone): Promise<unknown>
  /** Violations, checked over a healthy link. */
  inspect(phone: Phone, hasSucceeded: boolean): Promise<string[]>
}

export interface Hurt {
  readonly outcome: string
  readonly broken: readonly string[]
}

/** Injects a fault before or during an operation and checks the result. */
export const hurtPhoneLink = async (address: VirtualPhoneAddress, round: number, random: Random): Promise<Hurt> => {
  const proxy = await startFaultProxy(address)
  const phone = openPhone({ host: '127.0.0.1', port: proxy.port, keys: address.keys })
  const work = chooseWork(round, random)
  const fault = chooseFault(random)
  const shown = `round ${round}, ${work.what}, ${JSON.stringify(fault)}`
  try {
    // A busy machine may need more than one attempt.
    await eventually(() => phone.connect(), { deadlineMs: PATIENCE_MS })
    await eventually(() => work.prepare?.(phone), { deadlineMs: PATIENCE_MS })
    const outcome = await endInTime(hurtDuring(proxy, fault, random, () => work.run(phone)))
    proxy.heal()
    if (!EXPECTED.has(outcome)) return { outcome, broken: [`${shown}: ended with ${outcome}`] }
    if (!(await isBackInTime(phone))) return { outcome, broken: [`${shown}: the phone did not come back`] }
    const wrong = await eventually(() => work.inspect(phone, outcome === 'done'), { deadlineMs: PATIENCE_MS })
    return { outcome, broken: wrong.map((text) => `${shown}: ${text}`) }
  } finally {
    await phone.close()
    await proxy.close()
  }
}

const hurtDuring = async (proxy: FaultProxy, fault: LinkFault, random: Random, work: () => Promise<unknown>) => {
  const momentMs = random.integer(0, 30)
  if (momentMs < 10) proxy.setFault(fault)
  const working = work()
  working.catch(() => {})
  if (momentMs >= 10) {
    await delay(momentMs - 10)
    proxy.setFault(fault)
  }
  await working
}

/** `done`, the kind of the error, or `a hang` after the limit. */
const endInTime = (work: Promise<unknown>): Promise<string> =>
  Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof PhoneError ? error.kind : String(error)),
    ),
    delay(LIMIT_MS, 'a hang', { ref: false }),
  ])

const isBackInTime = async (phone: Phone): Promise<boolean> => {
  const end = performance.now() + LIMIT_MS
  while (performance.now() < end) {
    if ((await endInTime(phone.health())) === 'done') return true
    await delay(50)
  }
  return false
}

const chooseFault = (random: Random): LinkFault =>
  random.pick<() => LinkFault>([
    () => ({ kind: 'halfOpen' }),
    () => ({ kind: 'reset' }),
    () => ({ kind: 'delay', delayMs: SLOW_MS }),
    () => ({ kind: 'stopAfter', sizeBytes: random.integer(0, FILE_BYTES) }),
  ])()

const chooseWork = (round: number, random: Random): Work => {
  const path = `${FOLDER}/${round}`
  const content = randomBytes(FILE_BYTES)
  return random.pick([appendOnce(path), sendFile(path, content), fetchFile(path, content), showScreen(), watchScreen()])
}

/** The number of lines shows how often it ran. */
const appendOnce = (path: string): Work => ({
  what: 'a command',
  run: (phone) => phone.run(['sh', '-c', `echo line >> ${path}`]),
  async inspect(phone, hasSucceeded) {
    const { stdout } = await phone.run(['cat', path])
    const count = stdout.split('\n').length - 1
    return count > 1 || (hasSucceeded && count !== 1) ? [`it happened ${count} times`] : []
  },
})

const sendFile = (path: string, content: Buffer): Work => ({
  what: 'sending a file',
  run: (phone) => phone.push(path, [content]),
  async inspect(phone, hasSucceeded) {
    if (!hasSucceeded) return []
    const found = await buffer(await phone.pull(path))
    return hashOf(found) === hashOf(content) ? [] : ['what arrived is not what was sent']
  },
})

const fetchFile = (path: string, content: Buffer): Work => {
  let fetched: Buffer | null = null
  return {
    what: 'fetching a file',
    prepare: (phone) => phone.push(path, [content]),
    async run(phone) {
      fetched = await buffer(await phone.pull(path))
    },
    inspect: async () => (fetched && hashOf(fetched) !== hashOf(content) ? ['it came back shorter or changed'] : []),
  }
}

const showScreen = (): Work => ({
  what: 'opening the screen',
  // Pushes scrcpy's server before the fault.
  prepare: async (phone) => (await phone.openScreen(SMALL)).close(),
  run: async (phone) => (await phone.openScreen(SMALL)).close(),
  inspect: async () => [],
})

/** A key frame on request, or the end of the session. */
const watchScreen = (): Work => {
  let screen: ScreenSession | undefined
  return {
    what: 'watching the screen',
    async prepare(phone) {
      screen = await phone.openScreen(SMALL)
      await nextPicture(screen)
    },
    async run() {
      screen?.requestKeyFrame()
      if (screen) await nextPicture(screen)
    },
    inspect: async () => [],
  }
}

const nextPicture = (screen: ScreenSession): Promise<void> =>
  new Promise((resolve, reject) => {
    screen.onEnd(reject)
    const stop = screen.onFrame(({ isKey }) => {
      if (isKey) queueMicrotask(() => stop())
      if (isKey) resolve()
    })
  })

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
