import { randomBytes } from 'node:crypto'
import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { DeviceButton, SupplierType } from '@yunji/contract/devices/device/enums'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import { and, eq, like, ne, or } from 'drizzle-orm'
import { type Clock, DAY_MS, later, MINUTE_MS } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Tasks } from '../platform/tasks/tasks.ts'
import { deviceGroups, devices, zones } from '../tables/devices.ts'
import { users } from '../tables/identity.ts'
import { demoAccount } from './demo.ts'

const HOUR_MS = 60 * MINUTE_MS
const { changeConfig, upOrDownConfig, zoneChangeOpType, videoChangeOpType } = DeviceButton

export interface DemoZone {
  readonly code: string
  readonly name: string
}

/** Zones of the virtual phones. */
export const DEMO_ZONES: readonly DemoZone[] = [
  { code: 'shanghai', name: '华东 · 上海' },
  { code: 'guangzhou', name: '华南 · 广州' },
  { code: 'beijing', name: '华北 · 北京' },
  { code: 'chengdu', name: '西南 · 成都' },
  { code: 'wuhan', name: '华中 · 武汉' },
  { code: 'xian', name: '西北 · 西安' },
]

const GAMES = '游戏挂机组'

const phones = [
  {
    key: 'demo-1',
    name: '星海远征 06',
    group: GAMES,
    goodsLevel: GoodsLevel.flagship,
    version: '10/B',
    leftMs: 12 * DAY_MS + 6 * HOUR_MS,
    buttons: [changeConfig, upOrDownConfig, zoneChangeOpType, videoChangeOpType],
  },
  {
    key: 'demo-2',
    name: '日常主号',
    group: null,
    goodsLevel: GoodsLevel.supreme,
    version: '10/H',
    leftMs: 26 * DAY_MS,
    buttons: [changeConfig, upOrDownConfig, zoneChangeOpType],
  },
  {
    key: 'demo-3',
    name: '消消乐园 01',
    group: GAMES,
    goodsLevel: GoodsLevel.enjoy,
    version: '10/B',
    leftMs: 18 * HOUR_MS,
    buttons: [upOrDownConfig, zoneChangeOpType],
  },
] as const

/** Phones for the demo account. Idempotent: an existing phone stays, and a released one is provisioned again. */
export const seedDemoPhones = (db: Db, clock: Clock, tasks: Tasks, into: readonly DemoZone[]): Promise<void> =>
  db.transaction(async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.mobilePhone, demoAccount.mobilePhone)).for('update')
    if (!owner || into.length === 0) return
    const createdAt = clock.now()
    await tx
      .insert(zones)
      .values(into.map((zone) => ({ ...zone, createdAt })))
      .onConflictDoNothing()
    for (const [index, phone] of phones.entries()) {
      if (await isThere(tx, owner.id, phone)) continue
      const zone = into[index % into.length] as DemoZone
      await addPhone(tx, tasks, phone, { ownerId: owner.id, zoneCode: zone.code, createdAt })
    }
  })

/** By its phone, or by its name after the phone was replaced. */
const isThere = async (tx: Tx, ownerId: number, { key, name }: (typeof phones)[number]): Promise<boolean> => {
  const isSame = or(like(devices.phoneId, `${key}-%`), eq(devices.name, name))
  const isAlive = and(eq(devices.ownerId, ownerId), isSame, ne(devices.state, 'released'))
  return (await tx.$count(devices, isAlive)) > 0
}

interface Place {
  readonly ownerId: number
  readonly zoneCode: string
  readonly createdAt: Date
}

const addPhone = async (
  tx: Tx,
  tasks: Tasks,
  phone: (typeof phones)[number],
  { ownerId, zoneCode, createdAt }: Place,
) => {
  const [zone] = await tx.select({ id: zones.id }).from(zones).where(eq(zones.code, zoneCode))
  const { key, name, goodsLevel, version, leftMs, buttons } = phone
  const [device] = await tx
    .insert(devices)
    .values({
      ownerId,
      name,
      goodsLevel,
      version,
      createdAt,
      buttons: [...buttons],
      groupId: await groupOf(tx, ownerId, phone.group, createdAt),
      zoneId: zone?.id ?? 0,
      supplierType: SupplierType.selfHosted,
      phoneId: `${key}-${randomBytes(4).toString('hex')}`,
      expiresAt: later(createdAt, leftMs),
      state: deviceMachine.initial,
      stateDeadline: later(createdAt, deadlineOf(deviceMachine, deviceMachine.initial)?.afterMs ?? 0),
    })
    .returning()
  if (device) await tasks.begin(tx, { kind: 'create', ownerId, devices: [{ device, before: device.state }] })
}

const groupOf = async (tx: Tx, userId: number, name: string | null, createdAt: Date): Promise<number> => {
  if (name) await tx.insert(deviceGroups).values({ userId, name, createdAt }).onConflictDoNothing()
  const isWanted = name ? eq(deviceGroups.name, name) : deviceGroups.isDefault
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.userId, userId), isWanted))
  return group?.id ?? 0
}
