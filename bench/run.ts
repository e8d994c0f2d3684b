import { type Figure, printFigure } from '@yunji/testkit/figures'
import { accountMeasurements } from './accounts.ts'
import { commerceMeasurements } from './commerce.ts'
import { phoneMeasurements } from './phone.ts'
import { platformMeasurements } from './platform.ts'
import { pollingMeasurements } from './polling.ts'
import { measureRules } from './rules.ts'

/** One part of a bench: it is measured and printed before the next begins. */
export type Measurement = () => Promise<readonly Figure[]>

const benches: Readonly<Record<string, (flags: ReadonlySet<string>) => readonly Measurement[]>> = {
  platform: platformMeasurements,
  rules: () => [measureRules],
  phone: phoneMeasurements,
  accounts: accountMeasurements,
  polling: pollingMeasurements,
  commerce: commerceMeasurements,
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** `npm run bench -- <name>`: figures go to standard output, one JSON line each. */
const main = async ([name = '', ...flags]: string[]): Promise<boolean> => {
  const partsOf = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (!partsOf) {
    say(name ? `there is no bench "${name}"` : 'which bench?')
    say(`usage: npm run bench -- <${Object.keys(benches).join(' | ')}> [flags]`)
    return false
  }
  let areAllGood = true
  for (const measure of partsOf(new Set(flags))) {
    for (const figure of await measure()) {
      printFigure(figure)
      areAllGood &&= figure.ok
    }
  }
  return areAllGood
}

const isGood = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return false
})
process.exit(isGood ? 0 : 1)
