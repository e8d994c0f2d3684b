import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'

export const findDevice = async (db: Db, deviceId: number) => {
  const [device] = await db.select().from(devices).where(eq(devices.id, deviceId))
  return device
}
