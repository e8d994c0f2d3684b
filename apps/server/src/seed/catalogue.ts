import { GoodsLevel, ImageType } from '@yunji/contract/commodity/enums'
import { SupplierType } from '@yunji/contract/device/enums'
import { type AndroidVersion, androidVersions } from '@yunji/contract/device/schema'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import { billableProducts, goods, goodsConfigurations, zoneStock } from '../tables/catalogue.ts'
import { zones } from '../tables/devices.ts'

interface Specification {
  readonly cpuCores: number
  readonly memoryGb: number
  readonly storageGb: number
  /** What a month of it costs; every other duration is a part or a multiple of it. */
  readonly monthCents: number
  readonly isVideoEdition?: true
}

interface DemoGoods {
  readonly goodsLevel: GoodsLevel
  readonly name: string
  readonly tagline: string
  readonly tags: readonly string[]
  readonly highlights: readonly { readonly title: string; readonly note: string }[]
  readonly specifications: readonly Specification[]
}

const demoGoods: readonly DemoGoods[] = [
  {
    goodsLevel: GoodsLevel.enjoy,
    name: '畅享云手机',
    tagline: '轻量挂机，省心省钱',
    tags: ['全天在线', '720P'],
    highlights: [
      { title: '全天在线', note: '关掉网页，任务照样运行' },
      { title: '随开随用', note: '手机和电脑的浏览器都能打开' },
    ],
    specifications: [
      { cpuCores: 4, memoryGb: 3, storageGb: 32, monthCents: 1800 },
      { cpuCores: 4, memoryGb: 4, storageGb: 64, monthCents: 2400 },
    ],
  },
  {
    goodsLevel: GoodsLevel.exclusive,
    name: '专享云手机',
    tagline: '稳定多开，长期在线',
    tags: ['独立系统', '720P'],
    highlights: [
      { title: '独立系统', note: '每台一个系统，互不影响' },
      { title: '批量管理', note: '多台一起重启、清理和续费' },
    ],
    specifications: [
      { cpuCores: 6, memoryGb: 4, storageGb: 64, monthCents: 3200 },
      { cpuCores: 8, memoryGb: 6, storageGb: 64, monthCents: 3800 },
    ],
  },
  {
    goodsLevel: GoodsLevel.flagship,
    name: '旗舰云手机',
    tagline: '高帧大作，流畅运行',
    tags: ['60 帧', '1080P'],
    highlights: [
      { title: '高帧画面', note: '最高 60 帧，操作跟手' },
      { title: '大内存', note: '大型游戏与日常应用同时运行' },
    ],
    specifications: [
      { cpuCores: 8, memoryGb: 6, storageGb: 128, monthCents: 4800 },
      { cpuCores: 8, memoryGb: 8, storageGb: 128, monthCents: 5800 },
      { cpuCores: 8, memoryGb: 8, storageGb: 256, monthCents: 7200, isVideoEdition: true },
    ],
  },
  {
    goodsLevel: GoodsLevel.supreme,
    name: '至尊云手机',
    tagline: '独享整机，性能拉满',
    tags: ['60 帧', '1080P', '独享整机'],
    highlights: [
      { title: '独享整机', note: '处理器与内存不与他人共用' },
      { title: '超大存储', note: '安装包和资料一次装齐' },
    ],
    specifications: [
      { cpuCores: 8, memoryGb: 12, storageGb: 256, monthCents: 9600 },
      { cpuCores: 8, memoryGb: 16, storageGb: 256, monthCents: 11800 },
      { cpuCores: 8, memoryGb: 16, storageGb: 512, monthCents: 13800, isVideoEdition: true },
    ],
  },
  {
    goodsLevel: GoodsLevel.gameCustom,
    name: '游戏定制版云手机',
    tagline: '为单款游戏深度适配',
    tags: ['60 帧', '定制镜像'],
    highlights: [
      { title: '定制镜像', note: '预装运行环境，开机就能玩' },
      { title: '长时间稳定', note: '针对长时间运行优化' },
    ],
    specifications: [{ cpuCores: 8, memoryGb: 8, storageGb: 128, monthCents: 5600 }],
  },
]

const DAY_HOURS = 24

/** Hours, and which part of a month's price they cost: the longer, the less for each day. */
const durations = [
  { hours: 1, ofMonth: 0.01 },
  { hours: DAY_HOURS, ofMonth: 0.08 },
  { hours: 7 * DAY_HOURS, ofMonth: 0.35 },
  { hours: 30 * DAY_HOURS, ofMonth: 1, firstOfMonth: 0.6 },
  { hours: 90 * DAY_HOURS, ofMonth: 2.7 },
  { hours: 365 * DAY_HOURS, ofMonth: 9.6 },
] as const

const MONTH_HOURS = 30 * DAY_HOURS
const CAPACITY = 200

/** A believable range, where nothing is sold yet. May run at every start. */
export const seedCatalogue = (db: Db, clock: Clock): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(7261011)')
    if ((await tx.$count(goods)) > 0) return
    for (const [position, each] of demoGoods.entries()) await addGoods(tx, each, position, clock.now())
  })

const addGoods = async (tx: Tx, { specifications, ...about }: DemoGoods, position: number, createdAt: Date) => {
  const [good] = await tx
    .insert(goods)
    .values({ ...about, tags: [...about.tags], position, createdAt })
    .returning()
  for (const version of androidVersions) {
    for (const [index, specification] of specifications.entries()) {
      await addConfiguration(tx, good?.id ?? 0, about.goodsLevel, version, specification, index)
    }
  }
}

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
  const places = await tx.select({ zoneId: zones.id }).from(zones)
  if (places.length > 0) {
    await tx.insert(zoneStock).values(places.map(({ zoneId }) => ({ zoneId, configId, capacity: CAPACITY })))
  }
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

/** To ten cents, as people like to read prices. */
const roundUp = (cents: number): number => Math.max(10, Math.ceil(cents / 10) * 10)
