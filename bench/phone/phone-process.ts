import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loadPhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone } from '@yunji/phone-driver/types'
import { PHONE_PROCESS_ENV } from '../../apps/server/src/virtual-phone-process.ts'

const ENTRY = fileURLToPath(new URL('../../packages/virtual-phone/src/main.ts', import.meta.url))
const SECRET = 'bench'
const BYTES_PER_KB = 1024

/** Starts the virtual phones' process as the product does. */
export const startPhoneProcess = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-phones-'))
  const keys = await loadPhoneKeys(folder)
  const child = spawn(process.execPath, [ENTRY, '--data', join(folder, 'phones')], {
    env: { ...process.env, ...PHONE_PROCESS_ENV, VIRTUAL_PHONE_SECRET: SECRET },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { control } = JSON.parse(line) as { control: string }
  const opened: Phone[] = []

  return {
    pid: child.pid ?? 0,
    memoryBytes: () => residentBytes(child),

    async addPhone(id: string): Promise<Phone> {
      const answer = await fetch(`http://${control}/phones/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify({ authorisedKeys: [keys.publicKey] }),
      })
      if (!answer.ok) throw new Error(`no phone: ${answer.status} ${await answer.text()}`)
      const phone = openPhone({ ...((await answer.json()) as { host: string; port: number }), keys })
      opened.push(phone)
      return phone
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(opened.map((phone) => phone.close()))
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type PhoneProcess = Awaited<ReturnType<typeof startPhoneProcess>>

const residentBytes = ({ pid }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * BYTES_PER_KB
}
