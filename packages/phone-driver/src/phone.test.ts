import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@yunji/testkit/eventually'
import { afterEach, describe, expect, test } from 'vitest'
import { PhoneError } from './errors.ts'
import { openPhone, type PhoneOptions } from './phone.ts'
import { createManualClock } from './testing/clocks.ts'
import { createKeys, type Script, type ScriptedPhone, startScriptedPhone } from './testing/scripted-phone.ts'
import { answerShell } from './testing/shell-service.ts'
import type { Phone } from './types.ts'

const keys = createKeys()
const echo = answerShell((command) => ({ stdout: command, exitCode: 3 }))
const opened: { phone: Phone; scripted: ScriptedPhone }[] = []

const open = async (script: Script, options: Partial<PhoneOptions> = {}) => {
  const scripted = await startScriptedPhone(script)
  const phone = openPhone({ host: '127.0.0.1', port: scripted.port, keys, random: () => 0, ...options })
  opened.push({ phone, scripted })
  return { phone, scripted }
}

afterEach(async () => {
  for (const { phone, scripted } of opened.splice(0)) {
    await phone.close()
    await scripted.stop()
  }
})

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof PhoneError ? error.kind : String(error)),
  )

describe('getting in', () => {
  test('by the signature of the phone’s token', async () => {
    const { phone } = await open({ service: echo, authorisedKey: keys.publicKey })
    const states: string[] = []
    phone.onState((state) => states.push(state))
    await phone.connect()
    expect(states).toEqual(['connecting', 'online'])
  })

  test('by a key of before, where the phone does not know the newest yet', async () => {
    const [newest, older, oldest] = [createKeys(), createKeys(), createKeys()]
    const rotated = { ...newest, older: [older, oldest] }
    for (const known of [newest, older, oldest]) {
      const { phone } = await open({ service: echo, authorisedKey: known.publicKey }, { keys: rotated })
      await phone.connect()
      expect(phone.state).toBe('online')
    }
  })

  test('a phone that knows another key is told so, not waited for', async () => {
    const { phone } = await open({ authorisedKey: createKeys().publicKey }, { acceptKeyTimeoutMs: 50 })
    expect(await kindOf(phone.connect())).toBe('unauthorised')
  })

  test('nobody there, and somebody who says nothing', async () => {
    const { phone, scripted } = await open({})
    await scripted.stop()
    expect(await kindOf(phone.connect())).toBe('unreachable')

    const clock = createManualClock()
    const silent = await open({ isHanging: true }, { clock })
    const connecting = kindOf(silent.phone.connect())
    await eventually(() => expect(silent.scripted.connectionCount).toBe(1))
    clock.advance(5000)
    expect(await connecting).toBe('unreachable')
  })

  test('an attempt can be called off', async () => {
    const { phone } = await open({ isHanging: true })
    const reason = new Error('enough')
    await expect(phone.connect(AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('commands', () => {
  test('say what the program said, and how it ended', async () => {
    const { phone } = await open({ service: answerShell(() => ({ stdout: '你好\n', stderr: 'oh', exitCode: 7 })) })
    expect(await phone.run(['whatever'])).toEqual({ stdout: '你好\n', stderr: 'oh', exitCode: 7 })
  })

  test('many at a time do not mix', async () => {
    const { phone } = await open({ service: echo })
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => phone.run(['n', String(index)])))
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(outcomes.map((_, index) => `'n' '${index}'`))
  })

  test('one without an answer ends at its deadline, and the link goes on', async () => {
    const { phone, scripted } = await open({ service: () => true })
    expect(await kindOf(phone.run(['sleep'], { timeoutMs: 30 }))).toBe('timeout')
    scripted.script.service = echo
    expect((await phone.run(['next'])).stdout).toBe(`'next'`)
    expect(scripted.connectionCount).toBe(1)
  })

  test('one that is refused is unsupported or failed, never lost', async () => {
    const { phone } = await open({})
    expect(await kindOf(phone.run(['anything']))).toBe('commandFailed')
  })
})

describe('a link that breaks', () => {
  test('ends what waits on it, and comes back by itself without asking again', async () => {
    const { phone, scripted } = await open({ service: () => true })
    const waiting = [kindOf(phone.run(['a'])), kindOf(phone.screenshotPng()), kindOf(phone.list('/sdcard'))]
    await eventually(() => expect(scripted.services).toHaveLength(3))
    const isBack = new Promise<void>((resolve) => phone.onState((state) => state === 'online' && resolve()))
    scripted.cut()
    expect(await Promise.all(waiting)).toEqual(['lost', 'lost', 'lost'])
    await isBack
    expect(scripted.connectionCount).toBe(2)
    expect(scripted.services).toHaveLength(3)
  })

  test('half-open is noticed by the silence', async () => {
    const clock = createManualClock()
    const { phone, scripted } = await open({ service: () => true }, { clock })
    await phone.connect()
    const waiting = kindOf(phone.run(['a'], { timeoutMs: 3_600_000 }))
    await eventually(() => expect(scripted.services).toHaveLength(1))
    scripted.script.isHanging = true
    clock.advance(8000)
    expect(await waiting).toBe('lost')
  })

  test('a quiet phone that answers is kept', async () => {
    const clock = createManualClock()
    const { phone, scripted } = await open({ service: () => true }, { clock })
    await phone.connect()
    const waiting = phone.run(['a'], { timeoutMs: 60_000 })
    waiting.catch(() => {})
    await eventually(() => expect(scripted.services).toHaveLength(1))
    for (let round = 1; round <= 3; round += 1) {
      clock.advance(3000)
      await eventually(() => expect(scripted.services.filter((name) => name === 'sync:').length).toBe(round))
      await delay(20) // the answer is on its way
    }
    expect(phone.state).toBe('online')
  })

  test('attempts grow apart, and a phone that stays away counts as offline', async () => {
    const clock = createManualClock()
    const lines: string[] = []
    const { phone, scripted } = await open({}, { clock, log: (text) => lines.push(text) })
    await phone.connect()
    await scripted.stop()
    await eventually(() => expect(phone.state).toBe('connecting'))
    for (let attempts = 1; attempts < 8; attempts += 1) {
      await eventually(() => expect(lines).toHaveLength(attempts))
      clock.advance(10_000)
    }
    expect(phone.state).toBe('offline')
    expect(lines.map((line) => Number(/again in (\d+) ms/.exec(line)?.[1])).slice(0, 7)).toEqual([
      100, 200, 400, 800, 1600, 3200, 5000,
    ])
  })
})

test('closing ends what is running and refuses what comes', async () => {
  const { phone, scripted } = await open({ service: () => true })
  const waiting = kindOf(phone.run(['a']))
  await eventually(() => expect(scripted.services).toHaveLength(1))
  await phone.close()
  expect(await waiting).toBe('lost')
  expect(await kindOf(phone.run(['b']))).toBe('lost')
  expect(phone.state).toBe('offline')
})
