import { PhoneError } from '@yunji/phone-driver/errors'
import { expect } from 'vitest'
import type { PhoneCheck } from '../phone-suite.ts'

const HOSTILE = [
  "'",
  '"',
  '\\',
  ';',
  '&&',
  '|',
  '$(id)',
  '`id`',
  '$HOME',
  '*',
  '~',
  '#',
  '',
  ' ',
  '\n',
  '-n',
  '%s',
  '你好',
  '😀',
  '!',
]

export const commandChecks: readonly PhoneCheck[] = [
  {
    name: 'it has started, and answers',
    async run(phone) {
      expect(await phone.health()).toEqual({ isBooted: true, roundTripMs: expect.any(Number) })
      expect(phone.state).toBe('online')
    },
  },
  {
    name: 'a command says what it says, where it says it, and how it ended',
    async run(phone) {
      expect(await phone.run(['sh', '-c', 'echo out; echo err >&2; exit 3'])).toEqual({
        exitCode: 3,
        stdout: 'out\n',
        stderr: 'err\n',
      })
      const absent = await phone.run(['no-such-program'])
      expect(absent.exitCode).toBe(127)
    },
  },
  {
    name: 'each argument arrives as one',
    async run(phone) {
      const { stdout } = await phone.run(['printf', '<%s>', ...HOSTILE, HOSTILE.join('')])
      expect(stdout).toBe([...HOSTILE, HOSTILE.join('')].map((argument) => `<${argument}>`).join(''))
    },
  },
  {
    name: 'many commands at once do not mix',
    async run(phone) {
      const words = Array.from({ length: 30 }, (_, index) => `word ${index}`)
      const outcomes = await Promise.all(words.map((word) => phone.run(['echo', word])))
      expect(outcomes.map(({ stdout }) => stdout)).toEqual(words.map((word) => `${word}\n`))
    },
  },
  {
    name: 'a command that takes too long is left, and the next one works',
    async run(phone) {
      const slow = phone.run(['sleep', '30'], { timeoutMs: 300 })
      await expect(slow).rejects.toMatchObject({ kind: 'timeout' })
      expect((await phone.run(['echo', 'next'])).stdout).toBe('next\n')
    },
  },
  {
    name: 'memory and caches can be freed',
    async run(phone) {
      expect((await phone.freeMemory()).freedBytes).toBeGreaterThanOrEqual(0)
      expect((await phone.clearCaches()).freedBytes).toBeGreaterThanOrEqual(0)
    },
  },
  {
    name: 'web addresses are opened, others never',
    async run(phone) {
      await phone.openUrl('https://example.com/?q=a b&c=$(id)')
      await expect(phone.openUrl('file:///sdcard')).rejects.toBeInstanceOf(PhoneError)
    },
  },
]
