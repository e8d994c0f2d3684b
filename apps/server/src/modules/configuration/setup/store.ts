import { SupplierType } from '@yunji/contract/devices/device/enums'
import type { SetupPart } from '@yunji/contract/operator/setup'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { attachedPhones, devices } from '../../../tables/devices.ts'
import { setupTests } from '../../../tables/platform.ts'

type SetupTest = typeof setupTests.$inferSelect

export const listTests = (db: Db): Promise<SetupTest[]> => db.select().from(setupTests)

export const saveTest = async (tx: Tx, test: SetupTest): Promise<void> => {
  const { part: _part, ...result } = test
  await tx.insert(setupTests).values(test).onConflictDoUpdate({ target: setupTests.part, set: result })
}

/** Held until the transaction ends: two operators at once do not send two messages. */
export const lockPart = (tx: Tx, part: SetupPart) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`set-up test ${part}`}, 0))`)

export const findTest = async (tx: Tx, part: SetupPart): Promise<SetupTest | undefined> => {
  const [test] = await tx.select().from(setupTests).where(eq(setupTests.part, part))
  return test
}

export const countPhones = async (db: Db): Promise<{ attached: number; rented: number }> => ({
  attached: await db.$count(attachedPhones, isNull(attachedPhones.detachedAt)),
  rented: await db.$count(
    devices,
    and(eq(devices.supplierType, SupplierType.selfHosted), inArray(devices.state, ['running', 'stopped', 'faulty'])),
  ),
})

/** The phone that was attached last. */
export const findAttached = async (db: Db) => {
  const [phone] = await db
    .select({ host: attachedPhones.resolvedHost, port: attachedPhones.port })
    .from(attachedPhones)
    .where(isNull(attachedPhones.detachedAt))
    .orderBy(desc(attachedPhones.id))
    .limit(1)
  return phone
}

/** The newest running device. */
export const findRunning = async (db: Db) => {
  const [device] = await db
    .select({ id: devices.id, supplierType: devices.supplierType, phoneId: devices.phoneId })
    .from(devices)
    .where(eq(devices.state, 'running'))
    .orderBy(desc(devices.id))
    .limit(1)
  return device
}
