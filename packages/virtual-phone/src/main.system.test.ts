import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { encodePublicKey } from '@yunji/phone-protocol/adb/auth'
import { eventually } from '@yunji/testkit/eventually'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RawClient } from './testing/raw-client.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
const KILLS = 5
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const secret = 'of this test'

let dataDir: string
let children: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'yunji-main-'))
  children = []
})
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function launch(env: Record<string, string> = { VIRTUAL_PHONE_SECRET: secret }): ChildProcess {
  return run(process.execPath, [MAIN, '--data', dataDir], env)
}

function run(command: string, words: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** A view of the file system in which no font is there; not every machine lets itself be looked at so. */
const WITHOUT_FONTS = ['-rm', 'sh', '-c', 'mount -t tmpfs none /usr/share/fonts && exec "$@"', 'sh']
const canHideFonts = spawnSync('unshare', [...WITHOUT_FONTS, 'true']).status === 0

async function start(): Promise<{ child: ChildProcess; port: number }> {
  const child = launch()
  if (child.stdout === null) throw new Error('no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { control } = JSON.parse(line) as { control: string }
  const answer = await fetch(`http://${control}/phones/a`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ authorisedKeys: [encodePublicKey(keys.publicKey, 'test')] }),
  })
  const { port } = (await answer.json()) as { port: number }
  return { child, port }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

async function enter(port: number): Promise<RawClient> {
  const client = await RawClient.connect(port)
  await client.authenticate(keys.privateKey)
  return client
}

test('it ends when whoever started it has gone, and on SIGTERM', async () => {
  const first = await start()
  const gone = once(first.child, 'exit')
  first.child.stdin?.destroy()
  expect(await gone).toEqual([0, null])
  const second = await start()
  await end(second.child, 'SIGTERM')
  expect(second.child.exitCode).toBe(0)
})

test('without a secret it says how it is used', async () => {
  const child = launch({})
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += String(chunk)
  })
  expect(await once(child, 'close')).toEqual([2, null])
  expect(said).toContain('VIRTUAL_PHONE_SECRET')
})

test('kills in the middle of writing lose nothing that was answered', async () => {
  const answered = new Map<string, string>()
  let { child, port } = await start()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const client = await enter(port)
    const write = async () => {
      for (let number = 0; ; number += 1) {
        const value = `${kill}-${number}`
        const script = `settings put system s${kill} ${value}; echo ${value} > /sdcard/f${kill}; echo done`
        if ((await client.shell(script, number + 1)) !== 'done\n') return
        answered.set(String(kill), value)
      }
    }
    const writing = write()
    await eventually(() => expect(answered.get(String(kill))).toMatch(/-\d\d/))
    await end(child, 'SIGKILL')
    await writing
    const before = port
    ;({ child, port } = await start())
    expect(port).toBe(before)
  }
  const client = await enter(port)
  for (const [kill, value] of answered) {
    const [setting, file] = (
      (await client.shell(`settings get system s${kill}; cat /sdcard/f${kill}`, Number(kill) + 1)) ?? ''
    ).split('\n')
    // The write under way may have been finished without an answer.
    const last = Number(value.split('-')[1])
    expect([`${kill}-${last}`, `${kill}-${last + 1}`]).toContain(setting)
    expect([`${kill}-${last}`, `${kill}-${last + 1}`]).toContain(file)
  }
  client.close()
})

test.skipIf(!canHideFonts)('a machine without a font for Chinese is told what to install', async () => {
  const words = [...WITHOUT_FONTS, process.execPath, MAIN, '--data', dataDir]
  const child = run('unshare', words, { VIRTUAL_PHONE_SECRET: secret })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  await eventually(() => expect(said).toContain('fonts-noto-cjk'))
})
