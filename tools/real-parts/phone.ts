import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RealParts } from './setup.ts'

const INIT = path.join(import.meta.dirname, 'init.sh')
/** The user that adbd runs as: Android's shell, or root as after `adb root`. */
export type ShellUser = 'shell' | 'root'
const USER_IDS: Readonly<Record<ShellUser, number>> = { shell: 2000, root: 0 }
const ENDS_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--']
const NAMESPACES = ['--mount', '--pid', '--net', '--fork', '--kill-child=KILL', '--propagation', 'private']
const START_TIMEOUT_MS = 30_000
const POLL_MS = 50

/** A running phone: AOSP's adbd with Android's shell and tools and scrcpy's server, in namespaces of its own. */
export class RealPartsPhone {
  readonly host = '127.0.0.1'
  readonly port: number
  readonly #folder: string
  readonly #process: ChildProcess
  readonly #relay: Server

  private constructor(folder: string, child: ChildProcess, relay: Server) {
    this.#folder = folder
    this.#process = child
    this.#relay = relay
    this.port = (relay.address() as AddressInfo).port
  }

  /** Its data is in memory and ends with it. */
  static async start({ debian, system }: RealParts, user: ShellUser): Promise<RealPartsPhone> {
    const folder = await mkdtemp(path.join(tmpdir(), 'yunji-real-parts-'))
    await chmod(folder, 0o755)
    await mkdir(path.join(folder, 'faults'))
    await writeFile(path.join(folder, 'events'), '')
    execFileSync('mkfifo', [path.join(folder, 'control')])
    for (const name of ['control', 'events']) await chmod(path.join(folder, name), 0o666)
    const log = await open(path.join(folder, 'init.log'), 'a')
    const [command = '', ...args] = [
      ...ENDS_WITH_PARENT,
      'unshare',
      ...NAMESPACES,
      'sh',
      INIT,
      debian,
      system,
      folder,
      String(USER_IDS[user]),
    ]
    const child = spawn(command, args, { stdio: ['ignore', log.fd, log.fd] })
    await log.close()
    const phone = new RealPartsPhone(folder, child, await startRelay(path.join(folder, 'adb.sock')))
    await phone.#waitUntilUp()
    return phone
  }

  /** One line for each input event, rotation, clipboard and encoder that scrcpy's server has asked for. */
  async events(): Promise<string[]> {
    const text = await readFile(path.join(this.#folder, 'events'), 'utf8')
    return text.split('\n').filter((line) => line !== '')
  }

  /** Takes a service away (`package`, `activity`, `display`, `encoder`, `clipboard` …), or gives it back. */
  async setFault(service: string, isAway: boolean): Promise<void> {
    const file = path.join(this.#folder, 'faults', service)
    if (isAway) await writeFile(file, '')
    else await rm(file, { force: true })
  }

  /** Ends every process of the phone and starts it again; what is in /data stays. */
  async restart(): Promise<void> {
    await rm(path.join(this.#folder, 'is-up'))
    await writeFile(path.join(this.#folder, 'control'), 'reboot\n')
    await this.#waitUntilUp()
  }

  async stop(): Promise<void> {
    this.#relay.close()
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const gone = once(this.#process, 'exit')
      this.#process.kill('SIGKILL') // unshare ignores SIGTERM, and its child dies with it
      await gone
    }
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #waitUntilUp(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS
    while (!existsSync(path.join(this.#folder, 'is-up'))) {
      if (performance.now() > deadline || this.#process.exitCode !== null) {
        const log = await readFile(path.join(this.#folder, 'init.log'), 'utf8')
        await this.stop()
        throw new Error(`the phone of real parts has not started: ${log.slice(-1000)}`)
      }
      await setTimeout(POLL_MS)
    }
  }
}

/** The phone has a network of its own, since this adbd asks nobody for a key; a socket in its folder leads into it. */
async function startRelay(socketPath: string): Promise<Server> {
  const relay = createServer((client) => {
    const phone = connect(socketPath)
    client.pipe(phone).pipe(client)
    for (const [end, other] of [
      [client, phone],
      [phone, client],
    ] as const) {
      end.on('error', () => {})
      end.once('close', () => other.destroy())
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return relay
}
