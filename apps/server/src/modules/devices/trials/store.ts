import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { VerificationKind } from '@yunji/contract/accounts/verification/schema'
import type { TrialPhone } from '@yunji/contract/configuration/guide/schema'
import { and, asc, desc, eq, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { devices, zones } from '../../../tables/devices.ts'
import { loginDevices, users, verifications } from '../../../tables/identity.ts'
import { trialMarks, trialReturns, trials } from '../../../tables/trials.ts'

/** The configuration of trials as it is sold; the lowest one where none is set. */
export const findTrialPhone = async (db: Db | Tx, configId: number | null): Promise<TrialPhone | undefined> => {
  const [phone] = await db
    .select({
      configId: goodsConfigurations.id,
      goodsName: goods.name,
      version: goodsConfigurations.version,
      cpuCores: goodsConfigurations.cpuCores,
      memoryGb: goodsConfigurations.memoryGb,
      storageGb: goodsConfigurations.storageGb,
    })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        goods.isListed,
        goodsConfigurations.isListed,
        not(goodsConfigurations.isVideoEdition),
        configId === null ? undefined : eq(goodsConfigurations.id, configId),
      ),
    )
    .orderBy(asc(goods.goodsLevel), asc(goodsConfigurations.memoryGb), asc(goodsConfigurations.id))
    .limit(1)
  return phone
}

export const getConfiguration = async (tx: Tx, configId: number) => {
  const [found] = await tx
    .select({ configuration: goodsConfigurations, goodsLevel: goods.goodsLevel })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(goodsConfigurations.id, configId))
  if (!found) throw new Error(`configuration ${configId} of trials is gone`)
  return found
}

const isRunning = and(devices.isTrial, ne(devices.state, 'released'))

/** Stock of a configuration in each zone with its running trials, most free phones first. Read without a lock. */
export const listTrialStock = (db: Db | Tx, configId: number) =>
  db
    .select({
      zoneId: zoneStock.zoneId,
      capacity: zoneStock.capacity,
      reserved: zoneStock.reserved,
      rented: zoneStock.rented,
      trials: sql<number>`(select count(*)::int from devices where devices.is_trial and devices.state <> 'released'
        and devices.zone_id = zone_stock.zone_id and devices.config_id = zone_stock.config_id)`,
    })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .where(and(eq(zoneStock.configId, configId), zones.isOpen))
    .orderBy(sql`${zoneStock.capacity} - ${zoneStock.reserved} - ${zoneStock.rented} desc`, asc(zoneStock.zoneId))

export const countRunning = (db: Db): Promise<number> => db.$count(devices, isRunning)
export const countMarks = (db: Db): Promise<number> => db.$count(trialMarks)
export const countClaimed = (db: Db): Promise<number> => db.$count(trials)

/** Held until the transaction ends: claims count each other's phones. Buyers never wait for it. */
export const lockClaims = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('trial claims', 0))`)

export const findTrial = async (db: Db | Tx, userId: number) => {
  const [trial] = await db
    .select({ deviceId: trials.deviceId, startedAt: trials.startedAt, device: devices })
    .from(trials)
    .innerJoin(devices, eq(devices.id, trials.deviceId))
    .where(eq(trials.userId, userId))
  return trial
}

/** Facts that tell a person: number, approved identity cards, and the clients of this account. */
export const listTraits = async (db: Db | Tx, userId: number): Promise<string[]> => {
  const [user] = await db.select({ mobilePhone: users.mobilePhone }).from(users).where(eq(users.id, userId))
  const cards = await db
    .select({ number: verifications.number })
    .from(verifications)
    .where(
      and(
        eq(verifications.userId, userId),
        eq(verifications.kind, VerificationKind.personal),
        eq(verifications.status, CheckStatus.pass),
      ),
    )
  const clients = await db
    .select({ device: loginDevices.device })
    .from(loginDevices)
    .where(eq(loginDevices.userId, userId))
  return [
    ...(user?.mobilePhone ? [`phone:${user.mobilePhone}`] : []),
    ...cards.map(({ number }) => `card:${number}`),
    ...clients.map(({ device }) => `client:${device.toString('hex')}`),
  ]
}

export const hasMark = async (db: Db | Tx, marks: readonly Buffer[]): Promise<boolean> =>
  marks.length > 0 && (await db.$count(trialMarks, inArray(trialMarks.mark, [...marks]))) > 0

export const insertTrial = async (
  tx: Tx,
  trial: { userId: number; deviceId: number; claimedAt: Date },
  marks: readonly Buffer[],
): Promise<void> => {
  const [made] = await tx.insert(trials).values(trial).returning({ id: trials.id })
  const trialId = made?.id ?? 0
  if (marks.length > 0) await tx.insert(trialMarks).values(marks.map((mark) => ({ mark, trialId })))
}

export const startTrial = async (tx: Tx, deviceId: number, startedAt: Date, expiresAt: Date): Promise<void> => {
  await tx.update(trials).set({ startedAt }).where(eq(trials.deviceId, deviceId))
  await tx.update(devices).set({ expiresAt }).where(eq(devices.id, deviceId))
}

/** Gives a claim back, with everything that it said about the person. */
export const deleteTrial = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.delete(trials).where(eq(trials.deviceId, deviceId))
}

/** Marks of the traits, whoever's trial they belong to. */
export const deleteMarks = async (tx: Tx, marks: readonly Buffer[]): Promise<number> => {
  if (marks.length === 0) return 0
  const deleted = await tx
    .delete(trialMarks)
    .where(inArray(trialMarks.mark, [...marks]))
    .returning({ trialId: trialMarks.trialId })
  return deleted.length
}

export const insertReturn = async (tx: Tx, given: typeof trialReturns.$inferInsert): Promise<void> => {
  await tx.insert(trialReturns).values(given)
}

export const listReturns = (db: Db, { page, rows }: { readonly page: number; readonly rows: number }) =>
  db
    .select()
    .from(trialReturns)
    .orderBy(desc(trialReturns.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countReturns = (db: Db): Promise<number> => db.$count(trialReturns)

/** Trial of an account and how often it was returned, for the audit log. */
export const readTrialState = async (tx: Tx, userId: number) => ({
  trialDeviceId: (await findTrial(tx, userId))?.deviceId ?? null,
  returns: await tx.$count(trialReturns, eq(trialReturns.userId, userId)),
})

/** False for an account that is not there, or was erased. */
export const hasAccount = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, userId), isNull(users.erasedAt), not(users.isGuest)))) > 0
