import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

export interface AdbResult {
  code: number
  stdout: Buffer
  /** stdout and stderr as text. */
  text: string
}

const PATIENCE_MS = 60_000

/** Debian's adb with its own server, home and key. */
export class DebianAdb {
  readonly #home: string
  readonly #port: number

  private constructor(home: string, port: number) {
    this.#home = home
    this.#port = port
  }

  static async start(home: string): Promise<DebianAdb> {
    await mkdir(path.join(home, '.android'), { recursive: true })
    const adb = new DebianAdb(home, await freePort())
    await adb.runOrThrow(['keygen', adb.keyFile])
    await adb.runOrThrow(['start-server'])
    return adb
  }

  get keyFile(): string {
    return path.join(this.#home, '.android', 'adbkey')
  }

  run(args: readonly string[], { input }: { input?: string | Uint8Array } = {}): Promise<AdbResult> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.#home,
      ANDROID_ADB_SERVER_PORT: String(this.#port),
      ADB_MDNS: '0',
    }
    return new Promise((resolve, reject) => {
      const child = execFile(
        'adb',
        args,
        { env, cwd: this.#home, encoding: 'buffer', timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (error !== null && typeof error.code !== 'number') return reject(error)
          resolve({ code: Number(error?.code ?? 0), stdout, text: `${stdout}${stderr}` })
        },
      )
      child.stdin?.on('error', () => {}) // a command may end without reading it
      child.stdin?.end(input)
    })
  }

  /** stdout; throws when the command fails. */
  async runOrThrow(args: readonly string[], options?: { input?: string | Uint8Array }): Promise<string> {
    const { code, text } = await this.run(args, options)
    if (code !== 0) throw new Error(`adb ${args.join(' ')} ended with ${code}: ${text}`)
    return text
  }

  async stop(): Promise<void> {
    await this.run(['kill-server'])
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
