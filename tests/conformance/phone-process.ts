import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = path.resolve(import.meta.dirname, '../../packages/virtual-phone/src/main.ts')
export const SECRET = 'secret of the phones of this test'

/** The process that holds virtual phones, as the server starts it. */
export class PhoneProcess {
  readonly child: ChildProcess
  readonly control: string

  private constructor(child: ChildProcess, control: string) {
    this.child = child
    this.control = control
  }

  static async start(dataDir: string, env: Record<string, string> = {}): Promise<PhoneProcess> {
    const child = spawn(process.execPath, [MAIN, '--data', dataDir, '--port', '0'], {
      env: { ...process.env, VIRTUAL_PHONE_SECRET: SECRET, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (child.stdout === null) throw new Error('no output')
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const { control } = JSON.parse(line) as { control: string }
    return new PhoneProcess(child, control)
  }

  async request(
    method: string,
    route: string,
    body?: unknown,
    secret = SECRET,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`http://${this.control}${route}`, {
      method,
      headers: { authorization: `Bearer ${secret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  /** Creates the phone if needed; returns its port. */
  async putPhone(id: string, config: Record<string, unknown>): Promise<number> {
    const { status, body } = await this.request('PUT', `/phones/${id}`, config)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (body as { port: number }).port
  }

  async fault(id: string, kind: string, delayMs?: number): Promise<void> {
    const { status, body } = await this.request('POST', `/phones/${id}/fault`, { kind, ...(delayMs && { delayMs }) })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }

  async end(how: 'stdin' | NodeJS.Signals = 'stdin'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    if (how === 'stdin') this.child.stdin?.end()
    else this.child.kill(how)
    await gone
  }
}
