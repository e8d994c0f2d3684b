import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'

export const listOwnDevices = (tx: Tx, userId: number, deviceIds: readonly number[]) =>
  tx
    .select()
    .from(devices)
    .where(and(inArray(devices.id, [...deviceIds]), eq(devices.ownerId, userId)))
    .orderBy(asc(devices.id))
