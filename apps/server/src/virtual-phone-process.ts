import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { withoutSettings } from './config/names.ts'
import type { FarmAddress } from './platform/supplier.ts'
import { SupplierError } from './platform/supplier.ts'

/** Started by its path: phones run in a separate process, and none of their code is loaded into this one. */
const ENTRY = fileURLToPath(new URL('../../../packages/virtual-phone/src/main.ts', import.meta.url))

/**
 * Every picture is read into newly allocated memory. glibc returns blocks of that size to the kernel at once, and
 * faulting them in again took four of the five milliseconds of a read; kept, they are reused.
 */
export const PHONE_PROCESS_ENV = {
  MALLOC_MMAP_THRESHOLD_: String(512 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024 * 1024),
}

const FIRST_RESTART_MS = 500
const LAST_RESTART_MS = 15_000
/** A process that ran this long was healthy: its next exit counts as the first. */
const HEALTHY_MS = 5_000
const ADDRESS_DEADLINE_MS = 30_000
const STOP_DEADLINE_MS = 8000

interface VirtualPhoneOptions {
  readonly dataDir: string
  readonly log: Logger
  readonly entry?: string
}

export interface VirtualPhoneProcess {
  /** Waits until the farm answers; rejects when the signal or the farm's own deadline comes first. */
  address(signal?: AbortSignal): Promise<FarmAddress>
  /** Returns at once; callers that need a phone wait for the address. */
  start(): void
  close(): Promise<void>
}

/** The virtual phones as a child process, restarted when it exits. It ends with its parent, even when that is killed. */
export const createVirtualPhoneProcess = ({
  dataDir,
  log,
  entry = ENTRY,
}: VirtualPhoneOptions): VirtualPhoneProcess => {
  const secret = randomBytes(32).toString('base64url')
  let child: ChildProcess | undefined
  let isClosed = false
  let restart: NodeJS.Timeout | undefined
  let failedStarts = 0
  let current: FarmAddress | undefined
  const waiting = new Set<(address: FarmAddress) => void>()

  const onReady = (line: string): void => {
    const { control } = JSON.parse(line) as { control: string }
    current = { url: `http://${control}`, secret }
    for (const resolve of waiting) resolve(current)
    waiting.clear()
  }

  const launch = (): void => {
    const startedAt = performance.now()
    const started = spawn(process.execPath, [entry, '--data', dataDir, '--port', '0'], {
      // The child exits when its standard input closes, which happens when this process ends.
      stdio: ['pipe', 'pipe', 'pipe'],
      // Ctrl-C in a terminal reaches the whole process group; shutdown ends the phones in its own order.
      detached: true,
      env: { ...withoutSettings(process.env), ...PHONE_PROCESS_ENV, VIRTUAL_PHONE_SECRET: secret },
    })
    child = started
    createInterface({ input: started.stdout })
      .once('line', onReady)
      .on('line', (line) => log.debug({ line }, 'virtual phones output'))
    createInterface({ input: started.stderr }).on('line', (line) => log.info({ line }, 'virtual phones output'))
    started.stdin.on('error', () => undefined)
    started.once('error', (error) => log.error({ err: error }, 'virtual phones start failed'))
    started.once('close', (code, signal) => {
      current = undefined
      child = undefined
      if (isClosed) return
      failedStarts = performance.now() - startedAt > HEALTHY_MS ? 0 : failedStarts + 1
      const waitMs = Math.min(LAST_RESTART_MS, FIRST_RESTART_MS * 2 ** failedStarts)
      log.warn({ code, signal, waitMs }, 'virtual phones exited, restarting')
      restart = setTimeout(launch, waitMs).unref()
    })
  }

  return {
    start() {
      if (!child && !isClosed) launch()
    },

    async address(signal) {
      if (current) return current
      const deadline = AbortSignal.timeout(ADDRESS_DEADLINE_MS)
      const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
      const { promise, resolve, reject } = Promise.withResolvers<FarmAddress>()
      const onStop = () => reject(new SupplierError('unreachable', 'the phones have not started yet'))
      if (stop.aborted) onStop()
      stop.addEventListener('abort', onStop, { once: true })
      waiting.add(resolve)
      return promise.finally(() => {
        waiting.delete(resolve)
        stop.removeEventListener('abort', onStop)
      })
    },

    async close() {
      isClosed = true
      current = undefined
      clearTimeout(restart)
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill('SIGTERM')
      ending.stdin?.end()
      const deadline = setTimeout(() => ending.kill('SIGKILL'), STOP_DEADLINE_MS)
      await ended
      clearTimeout(deadline)
    },
  }
}
