import type { PhoneScreen } from '../screen/types.ts'

const MEBIBYTE = 1024 * 1024
const APP_MEMORY_BYTES = 96 * MEBIBYTE
const KERNEL_MEMORY_BYTES = 220 * MEBIBYTE
const FIRST_APP_PID = 2000

export interface PhoneProcess {
  pid: number
  user: string
  name: string
  memoryBytes: number
}

const system = (pid: number, user: string, name: string, mebibytes: number): PhoneProcess => ({
  pid,
  user,
  name,
  memoryBytes: mebibytes * MEBIBYTE,
})

const SYSTEM_PROCESSES: readonly PhoneProcess[] = [
  system(1, 'root', 'init', 11),
  system(201, 'logd', 'logd', 8),
  system(212, 'system', 'servicemanager', 5),
  system(310, 'root', 'zygote64', 118),
  system(330, 'system', 'surfaceflinger', 36),
  system(355, 'shell', 'adbd', 9),
  system(420, 'media', 'media.codec', 24),
  system(640, 'system', 'system_server', 268),
  system(812, 'u0_a12', 'com.android.systemui', 142),
  system(861, 'radio', 'com.android.phone', 64),
  system(905, 'u0_a20', 'com.android.launcher3', 98),
]

/** Cached processes, killed first. */
const CACHED_PROCESSES: readonly PhoneProcess[] = [
  system(1204, 'u0_a33', 'com.android.providers.media', 58),
  system(1251, 'u0_a34', 'com.android.providers.calendar', 42),
  system(1290, 'u0_a35', 'com.android.traceur', 37),
]

/** Simulated processes and their memory; the figures add up. */
export class Processes {
  readonly totalBytes: number
  readonly #screen: PhoneScreen
  readonly #pids = new Map<string, number>()
  #nextPid = FIRST_APP_PID
  #cached: readonly PhoneProcess[] = CACHED_PROCESSES

  constructor(screen: PhoneScreen, totalBytes: number) {
    this.#screen = screen
    this.totalBytes = totalBytes
  }

  list(): PhoneProcess[] {
    return [...SYSTEM_PROCESSES, ...this.#cached, ...this.#apps()]
  }

  get freeBytes(): number {
    const used = this.list().reduce((sum, { memoryBytes }) => sum + memoryBytes, KERNEL_MEMORY_BYTES)
    return Math.max(64 * MEBIBYTE, this.totalBytes - used)
  }

  /** Ends everything that is not in front. */
  killBackground(): void {
    this.#cached = []
    for (const name of this.#screen.runningPackages) {
      if (name !== this.#screen.foregroundPackage) this.#screen.stopApp(name)
    }
  }

  stop(packageName: string): void {
    this.#cached = this.#cached.filter(({ name }) => name !== packageName)
    this.#screen.stopApp(packageName)
  }

  /** False when there is no such process; parts of the system come back at once. */
  kill(pid: number): boolean {
    const found = this.list().find((each) => each.pid === pid)
    if (found !== undefined) this.stop(found.name)
    return found !== undefined
  }

  #apps(): PhoneProcess[] {
    const running = this.#screen.runningPackages.filter(
      (name) => !SYSTEM_PROCESSES.some((process) => process.name === name),
    )
    for (const name of this.#pids.keys()) if (!running.includes(name)) this.#pids.delete(name)
    return running.map((name) => ({ pid: this.#pidOf(name), user: 'u0_a100', name, memoryBytes: APP_MEMORY_BYTES }))
  }

  #pidOf(name: string): number {
    const known = this.#pids.get(name)
    if (known !== undefined) return known
    this.#nextPid += 7
    this.#pids.set(name, this.#nextPid)
    return this.#nextPid
  }
}
