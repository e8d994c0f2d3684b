import path from 'node:path'
import { parseArgs } from 'node:util'
import { PhoneError } from '@yunji/phone-driver/errors'
import { loadPhoneKeys, parsePhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import { root } from './command.ts'
import { type Check, checks } from './phone-probe/checks.ts'

const ACCEPT_KEY_TIMEOUT_MS = 60_000
const MARKS = { passed: '✓', warned: '!', failed: '✗', skipped: '–' } as const

class UsageError extends Error {}

/** `npm run phone:probe -- host:port [--erase]`: whether a phone can be put into stock. */
async function main(args: string[]): Promise<boolean> {
  const { host, port, mayErase } = readArguments(args)
  const dataDir = path.resolve(root, process.env['YUNJI_DATA_DIR'] ?? '.data')
  const setting = process.env['YUNJI_ADB_KEY']
  const keys = setting ? parsePhoneKeys(setting) : await loadPhoneKeys(path.join(dataDir, 'adb'))
  console.log(`Phone ${host}:${port}, with the key of ${setting ? 'YUNJI_ADB_KEY' : dataDir}\n`)
  const phone = openPhone({ host, port, keys, acceptKeyTimeoutMs: ACCEPT_KEY_TIMEOUT_MS })
  const hint = setTimeout(() => console.log('  … if the phone asks whether to allow debugging, allow it'), 3000)
  try {
    await phone.connect().finally(() => clearTimeout(hint))
    let failures = 0
    for (const { name, erases = false, run } of checks) {
      const isSkipped = erases && !mayErase
      const { state, detail } = isSkipped ? skipped : await attempt(() => run(phone))
      if (state === 'failed') failures += 1
      console.log(`${MARKS[state]} ${name.padEnd(16)} ${detail}`)
    }
    console.log(failures === 0 ? '\nFit for stock.' : `\nNot fit for stock: ${failures} of ${checks.length} failed.`)
    return failures === 0
  } catch (error) {
    if (!(error instanceof PhoneError)) throw error
    console.log(`✗ ${'connection'.padEnd(16)} ${error.message}`)
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED')
      console.log(
        '\nIts host answers, adbd does not: debugging is off, closed by a restart, or the container has ended.',
      )
    if (error.kind === 'unauthorised')
      console.log(`\nAdd this line to /data/misc/adb/adb_keys of the phone:\n${keys.publicKey}`)
    return false
  } finally {
    await phone.close()
  }
}

interface Finding {
  readonly state: keyof typeof MARKS
  readonly detail: string
}

const skipped: Finding = { state: 'skipped', detail: 'erases the phone: say --erase to have it tried' }

async function attempt(run: () => ReturnType<Check['run']>): Promise<Finding> {
  const startedAt = performance.now()
  try {
    const detail = await run()
    if (typeof detail !== 'string') return { state: 'warned', detail: detail.warning }
    return { state: 'passed', detail: `${detail} (${Math.round(performance.now() - startedAt)} ms)` }
  } catch (error) {
    const kind = error instanceof PhoneError ? `${error.kind}: ` : ''
    return { state: 'failed', detail: `${kind}${(error as Error).message}` }
  }
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    options: { erase: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [, host, port] = /^(.+):(\d+)$/.exec(positionals[0] ?? '') ?? []
  if (!host || !port || positionals.length !== 1)
    throw new UsageError('usage: npm run phone:probe -- host:port [--erase]')
  return { host, port: Number(port), mayErase: values.erase }
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
