import { type AndroidVersion, androidVersions, GoodsLevel, ImageType } from '@yunji/contract/commerce/commodity/enums'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import { asc, eq } from 'drizzle-orm'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../tables/catalogue.ts'
import { seedActivities } from './activities.ts'
import { isManaged, lockSeeds } from './demo.ts'
import { type DemoGoods, demoGoods, type Specification } from './goods.ts'
import { seedStock } from './stock.ts'

const DAY_HOURS = 24

/** Hours, and their share of a month's price: the longer, the cheaper per day. */
const durations = [
  { hours: 1, ofMonth: 0.01 },
  { hours: DAY_HOURS, ofMonth: 0.08 },
  { hours: 7 * DAY_HOURS, ofMonth: 0.35 },
  { hours: 30 * DAY_HOURS, ofMonth: 1, firstOfMonth: 0.6 },
  { hours: 90 * DAY_HOURS, ofMonth: 2.7 },
  { hours: 365 * DAY_HOURS, ofMonth: 9.6 },
] as const

const MONTH_HOURS = 30 * DAY_HOURS

/** Realistic catalogue. Idempotent: missing rows are added, existing ones and parts that operators manage stay. */
export const seedCatalogue = (db: Db, clock: Clock): Promise<void> =>
  db.transaction(async (tx) => {
    await lockSeeds(tx)
    if (!(await isManaged(tx, ['saveGoods', 'saveConfiguration']))) {
      for (const [position, each] of demoGoods.entries()) await addGoods(tx, each, position, clock.now())
      await seedStock(tx)
    }
    if (!(await isManaged(tx, ['createActivity', 'setActivity', 'endActivity']))) await seedActivities(tx, clock.now())
  })

const addGoods = async (tx: Tx, { specifications, ...about }: DemoGoods, position: number, createdAt: Date) => {
  const [known] = await tx.select().from(goods).where(eq(goods.name, about.name)).orderBy(asc(goods.id)).limit(1)
  const [added] = known
    ? [known]
    : await tx
        .insert(goods)
        .values({ ...about, tags: [...about.tags], position, createdAt })
        .returning()
  const goodId = added?.id ?? 0
  const there = await tx.select().from(goodsConfigurations).where(eq(goodsConfigurations.goodId, goodId))
  for (const version of androidVersions) {
    for (const [index, specification] of specifications.entries()) {
      const isThere = there.some((row) => row.version === version && isOf(row, specification))
      if (!isThere) await addConfiguration(tx, goodId, about.goodsLevel, version, specification, index)
    }
  }
}

const isOf = (row: typeof goodsConfigurations.$inferSelect, wanted: Specification): boolean =>
  row.cpuCores === wanted.cpuCores &&
  row.memoryGb === wanted.memoryGb &&
  row.storageGb === wanted.storageGb &&
  row.isVideoEdition === (wanted.isVideoEdition ?? false)

const imagesOf = (level: GoodsLevel): number[] =>
  level === GoodsLevel.gameCustom ? [ImageType.custom] : [ImageType.base, ImageType.google]

const addConfiguration = async (
  tx: Tx,
  goodId: number,
  level: GoodsLevel,
  version: AndroidVersion,
  { monthCents, ...specification }: Specification,
  position: number,
) => {
  const [configuration] = await tx
    .insert(goodsConfigurations)
    .values({
      ...specification,
      goodId,
      version,
      position,
      imageTypes: imagesOf(level),
      supplierType: SupplierType.selfHosted,
    })
    .returning()
  const configId = configuration?.id ?? 0
  const metered = { configId, goodTimeHours: 1, priceCents: roundUp(monthCents * 0.006), isMetered: true }
  await tx.insert(billableProducts).values([...durations.map((each) => productOf(configId, monthCents, each)), metered])
}

const productOf = (configId: number, monthCents: number, duration: (typeof durations)[number]) => {
  const { hours, ofMonth } = duration
  const plainCents = Math.round((monthCents * hours) / MONTH_HOURS)
  const priceCents = roundUp(monthCents * ofMonth)
  return {
    configId,
    goodTimeHours: hours,
    priceCents,
    ...(plainCents > priceCents && { oldPriceCents: plainCents }),
    ...('firstOfMonth' in duration && { firstPriceCents: roundUp(monthCents * duration.firstOfMonth) }),
  }
}

/** To ten cents. */
const roundUp = (cents: number): number => Math.max(10, Math.ceil(cents / 10) * 10)
