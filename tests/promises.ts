import { parseArgs } from 'node:util'
import { printFigure } from '@yunji/testkit/figures'
import { type Form, forms, type ProductPromise } from '@yunji/testkit/promise'
import { verifyPromise } from '@yunji/testkit/verify-promise'
import startTestDatabases from '../apps/server/src/testing/database-setup.ts'
import { promises } from './catalogue.ts'
import { stopSharedTarget } from './support/target.ts'

const MAX_SHOWN = 20
const FLAG = { type: 'boolean', default: false } as const

const say = (text: string): void => void process.stderr.write(`${text}\n`)

class UsageError extends Error {}

/** `npm run promises -- R2,S7 --long --seed 42`; the short form by default. Figures go to standard output, one JSON line each. */
const main = async (args: string[]): Promise<boolean> => {
  const { chosen, form, seed } = readArguments(args)
  const stopDatabases = await startTestDatabases()
  let areAllKept = true
  try {
    for (const promise of chosen) areAllKept = (await tryOne(promise, form, seed)) && areAllKept
  } finally {
    await stopSharedTarget()
    await stopDatabases()
  }
  return areAllKept
}

const tryOne = async (promise: ProductPromise, form: Form, seed: number): Promise<boolean> => {
  say(`${promise.id}  ${promise.title} (${form} form, --seed ${seed})`)
  const log = (text: string): void => say(`    ${text}`)
  const { figures, violations, isKept } = await verifyPromise(promise, { form, seed, log })
  for (const violation of violations.slice(0, MAX_SHOWN)) say(`  ✗ ${violation}`)
  if (violations.length > MAX_SHOWN) say(`  ✗ … and ${violations.length - MAX_SHOWN} more`)
  say(isKept ? '  ✓ kept' : '  ✗ broken')
  figures.forEach(printFigure)
  return isKept
}

const readArguments = (args: string[]) => {
  const options = { small: FLAG, short: FLAG, long: FLAG, seed: { type: 'string' } } as const
  const { values, positionals } = parse(args, options)
  const [form = 'short', other] = forms.filter((each) => values[each])
  if (other) throw new UsageError(`--${form} or --${other}, not both`)
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new UsageError(`--seed takes a whole number, not "${values.seed}"`)
  const ids = positionals.flatMap((text) => text.split(',')).filter((id) => id !== '')
  return { chosen: ids.length === 0 ? promises : ids.map(promiseOf), form, seed }
}

const parse = <Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  options: Options,
) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const promiseOf = (id: string): ProductPromise => {
  const found = promises.find((promise) => promise.id === id.toUpperCase())
  if (found) return found
  throw new UsageError(`there is no promise ${id}: known are ${promises.map((promise) => promise.id).join(', ')}`)
}

try {
  const areAllKept = await main(process.argv.slice(2))
  process.exit(areAllKept ? 0 : 1)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  say(error.message)
  say('usage: npm run promises -- [ids] [--small | --short | --long] [--seed <number>]')
  process.exit(1)
}
