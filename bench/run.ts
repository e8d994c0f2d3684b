import { type Figure, printFigure } from '@yunji/testkit/figures'
import { measureAccountCalls } from './accounts/calls.ts'
import { measurePasswordHash } from './accounts/password-hash.ts'
import { measureRevocation } from './accounts/revocation.ts'
import { measureBatchWork } from './commerce/batch-work.ts'
import { measureGoodsList } from './commerce/goods-list.ts'
import { measureLargeTables } from './commerce/large-tables.ts'
import { measureOrders } from './commerce/orders.ts'
import { measurePaymentNotices } from './commerce/payment-notices.ts'
import { measureStatementExport } from './commerce/statement-export.ts'
import { measureConsoleLists, measureConsoleLoad } from './console/pages.ts'
import { measurePages } from './content/pages.ts'
import { measureHome } from './devices/home.ts'
import { measureDeviceList } from './devices/list.ts'
import { measureWall } from './devices/wall.ts'
import { measureFanOut } from './phone/fan-out.ts'
import { measureInBrowser, measureWithoutVui } from './phone/in-browser.ts'
import { measureManyPhones } from './phone/many-phones.ts'
import { measureFirstLoad } from './platform/first-load.ts'
import { measureServerStart } from './platform/server-start.ts'
import { measureSessionCall } from './platform/session-call.ts'
import { measureFirstStart, measureSecondStart } from './platform/starts.ts'
import { measureTestRuns } from './platform/test-runs.ts'
import { measureFirstProgress } from './polling/first-progress.ts'
import { measureMessageStorm } from './polling/message-storm.ts'
import { measureUnread } from './polling/unread.ts'
import { measureUsageLog } from './polling/usage-log.ts'
import { measureRules } from './rules.ts'
import { measureBackups } from './space/backups.ts'
import { measureUploads } from './space/uploads.ts'

/** Measured and printed before the next one begins. */
type Measurement = () => Promise<readonly Figure[]>

type Flags = ReadonlySet<string>

const benches: Readonly<Record<string, (flags: Flags) => readonly Measurement[]>> = {
  /** Size of the first page, cost of a call with a session and of starts; time and cost of the last test runs. */
  platform: () => [
    measureTestRuns,
    measureServerStart,
    measureFirstLoad,
    measureSessionCall,
    measureSecondStart,
    measureFirstStart,
  ],
  /** Coupon choice and the contract's share of the first page. */
  rules: () => [measureRules],
  /** Latency, frame rate and cost of virtual phones. */
  phone: () => [measureInBrowser, measureWithoutVui, measureManyPhones, measureFanOut],
  /** Logins, reads of the own account, ended sessions. */
  accounts: () => [measureAccountCalls, measurePasswordHash, measureRevocation],
  /** Calls that every open client repeats; `--storm` delivers 100,000 messages instead. */
  polling: (flags) =>
    flags.has('--storm') ? [measureMessageStorm] : [measureUsageLog, measureUnread, measureFirstProgress],
  /** Catalogue, orders, payment notices, and the same on large tables. */
  commerce: () => [
    measureGoodsList,
    measureOrders,
    measurePaymentNotices,
    measureLargeTables,
    measureBatchWork,
    measureStatementExport,
  ],
  /** Device list and home page with many devices, and several phones moved together, which `--wall` measures alone. */
  devices: (flags) => (flags.has('--wall') ? [measureWall] : [measureDeviceList, measureHome, measureWall]),
  /** Uploads; backups of phones: throughput, memory, and what a second one stores. */
  space: () => [measureUploads, measureBackups],
  /** Largest paint, long tasks and layout shifts on a slow phone and network. */
  content: () => [measurePages],
  /** Overview and lists of the operators' console over large tables, and its first load. */
  console: () => [measureConsoleLoad, measureConsoleLists],
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** `npm run bench -- <name>`: figures go to standard output, one JSON line each. */
const main = async ([name = '', ...flags]: string[]): Promise<boolean> => {
  const measurementsOf = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (!measurementsOf) {
    say(name ? `there is no bench "${name}"` : 'which bench?')
    say(`usage: npm run bench -- <${Object.keys(benches).join(' | ')}> [flags]`)
    return false
  }
  let areAllGood = true
  for (const measure of measurementsOf(new Set(flags))) {
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
