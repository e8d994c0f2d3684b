import { PhoneError } from '@yunji/phone-driver/errors'
import { openPhone } from '@yunji/phone-driver/phone'
import { createKeys, startScriptedPhone } from '@yunji/phone-driver/testing/scripted-phone'
import { answerShell } from '@yunji/phone-driver/testing/shell-service'
import type { Phone } from '@yunji/phone-driver/types'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { recordArguments } from './recorded-argv.ts'

/** Shell metacharacters and unusual characters. */
const CHARACTERS = `'"\`\\;&|<>(){}[]*?~!#=$%-/\t\n\r \u0001a0é你好😀\u202e`
const PHRASES = [
  '$(id)',
  '${HOME}',
  '`id`',
  '; reboot;',
  '&& id',
  '|| id',
  '\nid\n',
  '%s',
  '%27',
  '--',
  '-d',
  '$IFS',
  '..',
]
const PIECES = [...CHARACTERS, ...PHRASES]

export const promise = definePromise({
  id: 'S11',
  name: 's11_shell_arguments',
  title: 'an argument reaches the phone as one, whatever it contains',
  sizes: { small: 100, long: 5_000 },
  async run({ size: rounds, seed, log }) {
    const random = createRandom(seed)
    const violations: string[] = []
    const scripted = await startScriptedPhone({ service: answerShell(() => ({ stdout: 'Success' })) })
    const phone = openPhone({ host: '127.0.0.1', port: scripted.port, keys: createKeys() })
    try {
      for (let round = 0; round < rounds; round += 1) {
        const trial = chooseCase(random)
        scripted.services.splice(0)
        const isRefused = await trial.ask(phone).then(() => false, isRefusal)
        violations.push(...judge(trial, scripted.services, isRefused))
      }
    } finally {
      await phone.close()
      await scripted.stop()
    }
    log(`${rounds} commands, read back through a shell`)
    return { rounds, violations }
  },
})

interface ShellCase {
  readonly what: string
  /** Arguments that the program on the phone must receive, if it is run. */
  readonly expected: readonly string[]
  ask(phone: Phone): Promise<unknown>
}

const hostileText = (random: Random): string =>
  Array.from({ length: random.integer(0, 6) }, () => random.pick(PIECES)).join('')

const chooseCase = (random: Random): ShellCase => {
  const text = hostileText(random)
  switch (random.integer(0, 3)) {
    case 0: {
      const url = `https://example.com/${text}`
      const expected = ['am', 'start', '-a', 'android.intent.action.VIEW', '-d', URL.parse(url)?.href ?? '']
      return { what: 'OpenUrl', expected, ask: (phone) => phone.openUrl(url) }
    }
    case 1: {
      const name = `com.example${text}`
      return { what: 'Uninstall', expected: ['pm', 'uninstall', name], ask: (phone) => phone.uninstall(name) }
    }
    default: {
      const argv = ['am', ...Array.from({ length: random.integer(1, 5) }, () => hostileText(random)), text]
      return { what: 'run', expected: argv, ask: (phone) => phone.run(argv) }
    }
  }
}

/** Invalid URLs and package names may be refused; everything else must arrive. */
const isRefusal = (error: unknown): boolean => {
  if (error instanceof PhoneError && (error.kind === 'badUrl' || error.kind === 'absentPackage')) return true
  throw error
}

const judge = ({ what, expected }: ShellCase, services: readonly string[], isRefused: boolean): string[] => {
  const shown = `${what} ${JSON.stringify(expected)}`
  if (isRefused) return services.length === 0 ? [] : [`${shown} was refused, yet the phone heard of it`]
  const commands = services.filter((service) => service !== 'sync:')
  if (commands.length !== 1) return [`${shown} became ${commands.length} commands`]
  const recorded = recordArguments(commands[0]?.replace(/^[^:]*:/, '') ?? '')
  return JSON.stringify(recorded) === JSON.stringify([expected]) ? [] : [`${shown} ran as ${JSON.stringify(recorded)}`]
}
