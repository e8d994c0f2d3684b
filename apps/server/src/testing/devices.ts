import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { type DeviceState, SupplierType } from '@yunji/contract/devices/device/enums'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import { and, eq } from 'drizzle-orm'
import { DAY_MS, later } from '../platform/clock.ts'
import { deviceGrants, deviceGroups, devices, zones } from '../tables/devices.ts'
import type { ServerHarness } from './server-harness.ts'

let lastPhone = 0

/** Devices and rights on them, written straight into the database. */
export const createDevices = ({ database: { db }, clock, post, addUser }: ServerHarness) => {
  let lastNumber = 13_700_000_000

  const addDevice = async (ownerId: number, fields: Partial<typeof devices.$inferInsert> = {}) => {
    const createdAt = clock.now()
    await db.insert(zones).values({ code: 'test', name: '测试区', createdAt }).onConflictDoNothing()
    const [zone] = await db.select().from(zones).where(eq(zones.code, 'test'))
    const [group] = await db
      .select()
      .from(deviceGroups)
      .where(and(eq(deviceGroups.userId, ownerId), deviceGroups.isDefault))
    const state: DeviceState = fields.state ?? 'running'
    const afterMs = deadlineOf(deviceMachine, state)?.afterMs
    const [device] = await db
      .insert(devices)
      .values({
        ownerId,
        groupId: group?.id ?? 0,
        zoneId: zone?.id ?? 0,
        name: '测试机',
        goodsLevel: GoodsLevel.flagship,
        version: '10/B',
        supplierType: SupplierType.selfHosted,
        phoneId: `phone-${++lastPhone}`,
        buttons: [1, 2],
        expiresAt: later(createdAt, 10 * DAY_MS),
        state,
        stateDeadline: afterMs === undefined ? null : later(createdAt, afterMs),
        createdAt,
        ...fields,
      })
      .returning()
    return device as typeof devices.$inferSelect
  }

  return {
    addDevice,

    addPerson: async () => {
      const mobilePhone = String(++lastNumber)
      const userId = await addUser(mobilePhone, 'yunji2026')
      const { data } = await post('/vmcloud/api/user/login', { mobilePhone, password: 'yunji2026' })
      return { userId, token: (data as { token: string }).token }
    },

    grant: async (deviceId: number, granteeId: number, access: 'view' | 'control') => {
      const now = clock.now()
      const [grant] = await db
        .insert(deviceGrants)
        .values({ deviceId, granteeId, access, state: 'active', expiresAt: later(now, DAY_MS), createdAt: now })
        .returning()
      return grant?.id ?? 0
    },

    stateOf: async (deviceId: number): Promise<DeviceState | undefined> => {
      const [device] = await db.select({ state: devices.state }).from(devices).where(eq(devices.id, deviceId))
      return device?.state
    },
  }
}
