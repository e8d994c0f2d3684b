import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { loginDevices, users } from '../tables/identity.ts'
import { DAY_MS, later } from './clock.ts'
import type { Db, Tx } from './database.ts'

/** Time since the last login after which a device is unknown again. */
const KEPT_MS = 180 * DAY_MS
const DEVICES_PER_USER = 10

/** True when the account of this number has logged in on the device. */
export const isKnownDevice = async (tx: Tx | Db, mobilePhone: string, device: Buffer): Promise<boolean> => {
  const known = await tx
    .select({ userId: loginDevices.userId })
    .from(loginDevices)
    .innerJoin(users, eq(users.id, loginDevices.userId))
    .where(and(eq(users.mobilePhone, mobilePhone), eq(loginDevices.device, device)))
  return known.length > 0
}

export const rememberDevice = async (tx: Tx, userId: number, device: Buffer, now: Date): Promise<void> => {
  await tx
    .insert(loginDevices)
    .values({ userId, device, lastLoginAt: now })
    .onConflictDoUpdate({ target: [loginDevices.userId, loginDevices.device], set: { lastLoginAt: now } })
}

/** After a change of password every device is unknown, except the one that changed it. */
export const forgetDevices = async (tx: Tx, userId: number, except?: Buffer): Promise<void> => {
  const isOther = except && ne(loginDevices.device, except)
  await tx.delete(loginDevices).where(and(eq(loginDevices.userId, userId), isOther))
}

/** Keeps the most recently used devices of each account. */
export const sweepLoginDevices = async (db: Db, now: Date): Promise<void> => {
  await db.delete(loginDevices).where(lt(loginDevices.lastLoginAt, later(now, -KEPT_MS)))
  await db.execute(sql`
    delete from login_devices d using (
      select user_id, device, row_number() over (partition by user_id order by last_login_at desc, device) as place
      from login_devices
      where user_id in (select user_id from login_devices group by user_id having count(*) > ${DEVICES_PER_USER})
    ) ranked
    where ranked.user_id = d.user_id and ranked.device = d.device and ranked.place > ${DEVICES_PER_USER}`)
}
