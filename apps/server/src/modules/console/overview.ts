import type {
  getOverview as overviewCall,
  searchEverything as searchCall,
} from '@yunji/contract/operator/overview-calls'
import type { CallData } from '@yunji/contract/wire/call'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { chinaDay, chinaDayPeriod } from '../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { countOpenBreakers } from '../devices/fleet/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { listDevices } from './device-store.ts'
import { deviceRecordOf } from './devices.ts'
import { mayReadNumbers, maySeeUsers } from './number-search.ts'
import { listOrders } from './order-store.ts'
import { orderRecordOf } from './orders.ts'
import {
  countCreated,
  countDevices,
  countWaiting,
  type DayRow,
  findFirstOrderAt,
  findFleetCount,
  findLastDay,
  insertDays,
  listDays,
  recordFleet,
  sumOrders,
  sumStock,
} from './overview-store.ts'
import { listUsers } from './user-store.ts'
import { userRecordOf } from './users.ts'

type Overview = CallData<typeof overviewCall>

const LATEST_ORDERS = 10
const FOUND_EACH = 5

const EMPTY = { createdOrders: 0, paidOrders: 0, paidCents: 0, refundedCents: 0 }

const dayAfter = (day: string): string => chinaDay(chinaDayPeriod(day).to)

const daysBetween = (first: string, last: string): string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

/** Sums of every day from the first to today: past ones as they were summed, the others from the orders. */
const readDays = async ({ database: { db } }: ConsoleDeps, first: string, now: Date): Promise<DayRow[]> => {
  const summed = await listDays(db, first)
  const liveFrom = summed.at(-1) ? dayAfter(summed.at(-1)?.day ?? first) : first
  const live = await sumOrders(db, { from: chinaDayPeriod(liveFrom).from, to: later(now, DAY_MS) })
  const known = new Map([...summed, ...live].map((row) => [row.day, row]))
  return daysBetween(first, chinaDay(now)).map((day) => known.get(day) ?? { day, ...EMPTY })
}

const sumOf = (days: readonly DayRow[], field: 'paidCents' | 'refundedCents'): number =>
  days.reduce((cents, day) => cents + day[field], 0)

const moneyOf = (days: readonly DayRow[], length: number): NonNullable<Overview['money']> => {
  const [previous, current] = [days.slice(0, -length), days.slice(-length)]
  return {
    paidCents: sumOf(current, 'paidCents'),
    previousPaidCents: sumOf(previous, 'paidCents'),
    refundedCents: sumOf(current, 'refundedCents'),
    previousRefundedCents: sumOf(previous, 'refundedCents'),
    days: [...current],
    previousDays: [...previous],
  }
}

/** States of devices that nobody expects to be online. */
const AT_REST: ReadonlySet<string> = new Set(['creating', 'stopped', 'expired', 'released'])

/** Counts this much older than a day still are those of the same time yesterday. */
const YESTERDAY_SLACK_MS = HOUR_MS

const countFleet = async ({ database: { db }, clock }: ConsoleDeps) => {
  const counts = await countDevices(db, clock, later(clock.now(), DAY_MS))
  const sumBy = (fits: (state: string) => boolean): number =>
    counts.byState.reduce((all, { state, devices }) => all + (fits(state) ? devices : 0), 0)
  return {
    ...counts,
    online: sumBy((state) => state === 'running') - counts.unreachable,
    expected: sumBy((state) => !AT_REST.has(state)),
  }
}

const readDevices = async (deps: ConsoleDeps): Promise<NonNullable<Overview['devices']>> => {
  const yesterday = later(deps.clock.now(), -DAY_MS)
  const period = { from: later(yesterday, -YESTERDAY_SLACK_MS), to: yesterday }
  const [counts, before] = await Promise.all([countFleet(deps), findFleetCount(deps.database.db, period)])
  return { ...counts, yesterday: before }
}

type WaitingKind = Overview['waiting'][number]['kind']

const waitingRights: Readonly<Record<WaitingKind, OperatorRight>> = {
  verifications: 'verification.decide',
  tickets: 'tickets.read',
  overdueTickets: 'tickets.read',
  failedRefunds: 'orders.read',
  invoices: 'invoices.read',
  refusingPhones: 'devices.read',
  faultyDevices: 'devices.read',
  unfulfilledOrders: 'orders.read',
  refusedNotices: 'orders.read',
  refundProposals: 'orders.refund',
  billDifferences: 'ledger.read',
  missingBills: 'ledger.read',
  unerasedPhones: 'devices.read',
  awayPhones: 'devices.read',
  openBreakers: 'devices.read',
  deadJobs: 'settings.read',
}

const countOf = ({ database: { db }, clock }: ConsoleDeps, kind: WaitingKind): Promise<number> =>
  kind === 'openBreakers' ? countOpenBreakers(db, clock) : countWaiting(db, kind, clock.now())

const readWaiting = (deps: ConsoleDeps, { rights }: Operator): Promise<Overview['waiting']> =>
  Promise.all(
    (Object.keys(waitingRights) as WaitingKind[])
      .filter((kind) => rights.includes(waitingRights[kind]))
      .map(async (kind) => ({ kind, count: await countOf(deps, kind), right: waitingRights[kind] })),
  )

export const getWaiting = (deps: ConsoleDeps) => async (operator: Operator) => ({
  waiting: await readWaiting(deps, operator),
})

export const getOverview =
  (deps: ConsoleDeps) =>
  async (length: number, operator: Operator): Promise<Overview> => {
    const { db } = deps.database
    const now = deps.clock.now()
    const may = (right: OperatorRight): boolean => operator.rights.includes(right)
    const mayOrders = may('orders.read')
    const first = chinaDay(later(now, -(2 * length - 1) * DAY_MS))
    const yesterday = later(now, -DAY_MS)
    const [devices, days, latest, createdYesterday, stock, waiting] = await Promise.all([
      may('devices.read') ? readDevices(deps) : null,
      mayOrders || may('ledger.read') ? readDays(deps, first, now) : null,
      mayOrders ? listOrders(db, { findsNumbers: false, isOldestFirst: false }, undefined, LATEST_ORDERS) : null,
      mayOrders ? countCreated(db, { from: chinaDayPeriod(chinaDay(yesterday)).from, to: yesterday }) : 0,
      may('stock.read') ? sumStock(db) : null,
      readWaiting(deps, operator),
    ])
    const today = days?.at(-1)
    return {
      devices,
      money: days && moneyOf(days, length),
      orders: latest && {
        createdToday: today?.createdOrders ?? 0,
        paidToday: today?.paidOrders ?? 0,
        createdYesterday,
        latest: latest.map(orderRecordOf),
      },
      stock,
      waiting,
      at: now.getTime(),
    }
  }

export const searchEverything =
  ({ database: { db } }: ConsoleDeps) =>
  async (text: string, operator: Operator): Promise<CallData<typeof searchCall>> => {
    const { rights } = operator
    const userFilter = { text, mayReadNumbers: mayReadNumbers(operator), isOldestFirst: false }
    const findsNumbers = maySeeUsers(operator)
    const [users, orders, devices] = await Promise.all([
      rights.includes('users.read') ? listUsers(db, userFilter, undefined, FOUND_EACH) : [],
      rights.includes('orders.read')
        ? listOrders(db, { text, findsNumbers, isOldestFirst: false }, undefined, FOUND_EACH)
        : [],
      rights.includes('devices.read')
        ? listDevices(db, { text, findsNumbers, sort: 'newest' }, undefined, FOUND_EACH)
        : [],
    ])
    return {
      users: users.map(userRecordOf),
      orders: orders.map(orderRecordOf),
      devices: devices.map(deviceRecordOf(operator)),
    }
  }

/** After the end of a day, until its last orders are paid or over. */
const SETTLING_MS = 2 * HOUR_MS
const DAYS_AT_ONCE = 31

/** True when there may be more days to sum. */
const sumNextDays = async ({ database: { db }, clock }: ConsoleDeps): Promise<boolean> => {
  const end = chinaDayPeriod(chinaDay(later(clock.now(), -SETTLING_MS))).from
  const last = await findLastDay(db)
  const firstAt = last === null ? await findFirstOrderAt(db) : chinaDayPeriod(last).to
  if (firstAt === null || firstAt >= end) return false
  const first = chinaDay(firstAt)
  const { from } = chinaDayPeriod(first)
  const reached = later(from, DAYS_AT_ONCE * DAY_MS)
  const to = reached < end ? reached : end
  const known = new Map((await sumOrders(db, { from, to })).map((row) => [row.day, row]))
  const days = daysBetween(first, chinaDay(later(to, -1)))
  await insertDays(
    db,
    days.map((day) => known.get(day) ?? { day, ...EMPTY }),
  )
  return true
}

/** Sums days that are over, so that the overview reads as many rows as it shows days. */
export const sumDaysJob = (deps: ConsoleDeps): Job<object> => ({
  name: 'console.sumDays',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '15 * * * *',
  run: async (_data, signal) => {
    while (await sumNextDays(deps)) if (signal?.aborted) return
  },
})

/** Counts devices each half hour, for the comparison with yesterday. */
export const countFleetJob = (deps: ConsoleDeps): Job<object> => ({
  name: 'console.countFleet',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '*/30 * * * *',
  run: async () => {
    const { online, expiring } = await countFleet(deps)
    await recordFleet(deps.database.db, { countedAt: deps.clock.now(), online, expiring })
  },
})
