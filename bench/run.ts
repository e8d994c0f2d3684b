import { type Figure, printFigure } from '@yunji/testkit/figures'
import { accountParts } from './accounts.ts'
import { commerceParts } from './commerce.ts'
import { phoneParts } from './phone.ts'
import { houseParts } from './platform.ts'
import { pulseParts } from './polling.ts'
import { measureRules } from './rules.ts'

/** One part of a bench: it is measured and printed before the next begins. */
export type Part = () => Promise<readonly Figure[]>

const benches: Readonly<Record<string, (flags: ReadonlySet<string>) => readonly Part[]>> = {
  platform: houseParts,
  rules: () => [measureRules],
  phone: phoneParts,
  accounts: accountParts,
  polling: pulseParts,
  commerce: commerceParts,
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
