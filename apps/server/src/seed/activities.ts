import { type AndroidVersion, GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { gt } from 'drizzle-orm'
import { chinaDay } from '../platform/china-time.ts'
import { DAY_MS, later } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { activities, activityProducts } from '../tables/catalogue.ts'
import { findDemoProduct } from './demo-product.ts'

const WEEK_HOURS = 7 * 24
const MONTH_HOURS = 30 * 24
const QUARTER_HOURS = 90 * 24
const DISCOUNT_DAYS = 30
/** Days ahead with windows; the next start adds the missing ones. */
const WINDOW_DAYS = 7

interface Piece {
  readonly level: GoodsLevel
  readonly version: AndroidVersion
  readonly hours: number
  /** Percentage of the regular price. */
  readonly percent: number
  readonly stock?: number
  readonly perUserLimit?: number
}

const discount = {
  name: '季度特惠',
  pieces: [
    { level: GoodsLevel.exclusive, version: '10/H', hours: QUARTER_HOURS, percent: 85 },
    { level: GoodsLevel.flagship, version: '10/H', hours: QUARTER_HOURS, percent: 80 },
  ] satisfies Piece[],
}

/** Windows of each day, in China time. */
const windows = [
  { name: '午间秒杀', from: '10:00', to: '14:00' },
  { name: '晚间秒杀', from: '19:00', to: '23:00' },
] as const

const seckillPieces: readonly Piece[] = [
  { level: GoodsLevel.enjoy, version: '10/B', hours: WEEK_HOURS, percent: 30, stock: 50, perUserLimit: 2 },
  { level: GoodsLevel.flagship, version: '10/B', hours: MONTH_HOURS, percent: 50, stock: 20, perUserLimit: 1 },
  { level: GoodsLevel.supreme, version: '10/H', hours: MONTH_HOURS, percent: 60, stock: 10, perUserLimit: 1 },
]

/** One current activity, and the seckill windows of the coming days. Idempotent. */
export const seedActivities = async (tx: Tx, now: Date): Promise<void> => {
  const running = await tx
    .select({ kind: activities.kind, startsAt: activities.startsAt })
    .from(activities)
    .where(gt(activities.endsAt, now))
  if (!running.some(({ kind }) => kind === 'discount')) {
    const endsAt = later(now, DISCOUNT_DAYS * DAY_MS)
    await addActivities(tx, [{ name: discount.name, kind: 'discount', startsAt: now, endsAt }], discount.pieces)
  }
  const taken = new Set(running.filter(({ kind }) => kind === 'seckill').map(({ startsAt }) => startsAt.getTime()))
  const coming = Array.from({ length: WINDOW_DAYS }, (_, day) => later(now, day * DAY_MS))
    .flatMap((day) =>
      windows.map(({ name, from, to }) => ({
        name,
        kind: 'seckill' as const,
        startsAt: chinaInstant(day, from),
        endsAt: chinaInstant(day, to),
      })),
    )
    .filter(({ startsAt, endsAt }) => endsAt > now && !taken.has(startsAt.getTime()))
  await addActivities(tx, coming, seckillPieces)
}

const chinaInstant = (day: Date, time: string): Date => new Date(`${chinaDay(day)}T${time}:00+08:00`)

const addActivities = async (
  tx: Tx,
  added: readonly (typeof activities.$inferInsert)[],
  pieces: readonly Piece[],
): Promise<void> => {
  const terms: NonNullable<Awaited<ReturnType<typeof priceOf>>>[] = []
  for (const piece of pieces) {
    const priced = await priceOf(tx, piece)
    if (priced) terms.push(priced)
  }
  if (added.length === 0 || terms.length === 0) return
  const rows = await tx
    .insert(activities)
    .values([...added])
    .returning({ activityId: activities.id })
  await tx.insert(activityProducts).values(rows.flatMap((row) => terms.map((piece) => ({ ...row, ...piece }))))
}

const priceOf = async (tx: Tx, { level, version, hours, percent, stock, perUserLimit }: Piece) => {
  const product = await findDemoProduct(tx, level, version, hours)
  return (
    product && {
      productId: product.id,
      priceCents: Math.max(1, Math.floor((product.priceCents * percent) / 100)),
      stockLeft: stock ?? null,
      stockTotal: stock ?? null,
      perUserLimit: perUserLimit ?? null,
    }
  )
}
