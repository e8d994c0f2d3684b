import { type TrialRefusal, trialRefusalTexts } from '@yunji/contract/configuration/guide/rules'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SigningKeys } from '../../../platform/signing-keys.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { rentUnreservedStock } from '../../commerce/catalogue/index.ts'
import { createPhoneNamer, findGroup, insertPhone } from '../../commerce/fulfilment/index.ts'
import { type Marks, marksOf } from './marks.ts'
import { findTrial, getConfiguration, hasMark, insertTrial, listTraits, lockClaims } from './store.ts'
import { findOpenTrial, listTrialZones, type OpenTrial } from './terms.ts'

export interface TrialDeps {
  readonly database: Database
  readonly clock: Clock
  readonly signingKeys: SigningKeys
  readonly tasks: Pick<Tasks, 'begin'>
}

const NAME = '试用云手机'

const refuse = (refusal: TrialRefusal) => new AppError('SHOW_ERROR_TIP', { text: trialRefusalTexts[refusal] })

/**
 * Claims the trial of a person: stock as for an order, a phone by the same task, and marks that refuse a second one. A
 * trial that runs is answered again.
 */
export const claimTrial =
  (deps: TrialDeps) =>
  async (tx: Tx, userId: number): Promise<{ deviceId: number }> => {
    const marks = marksOf(deps.signingKeys, await listTraits(tx, userId))
    const running = await findRunning(tx, userId, marks)
    if (running) return running
    const open = await findOpenTrial(tx)
    if (!open) throw refuse('off')
    // Refused without the lock: a crowd after the last trial does not queue.
    if ((await listTrialZones(tx, open)).length === 0) throw soldOut(open)
    await lockClaims(tx)
    return (await findRunning(tx, userId, marks)) ?? provideTrial(deps, tx, userId, open, marks)
  }

const soldOut = ({ phone: { configId } }: OpenTrial) =>
  new AppError('OUT_OF_STOCK', { text: trialRefusalTexts.soldOut, data: { configId } })

/** The trial phone of the caller; throws when the trial is used up. */
const findRunning = async (tx: Tx, userId: number, marks: Marks): Promise<{ deviceId: number } | undefined> => {
  // Marks first: a claim that ends in between shows its trial to the second query, and never its marks alone.
  const isMarked = await hasMark(tx, marks.all)
  const trial = await findTrial(tx, userId)
  if (trial && trial.device.state !== 'released') return { deviceId: trial.deviceId }
  if (trial || isMarked) throw refuse('used')
  return undefined
}

const provideTrial = async ({ clock, tasks }: TrialDeps, tx: Tx, ownerId: number, open: OpenTrial, marks: Marks) => {
  const now = clock.now()
  const { configuration, goodsLevel } = await getConfiguration(tx, open.phone.configId)
  const zoneId = await rentInAnyZone(tx, open)
  const name = (await createPhoneNamer(tx, ownerId))(NAME)
  const groupId = await findGroup(tx, ownerId, undefined)
  // Unique per attempt: a claim whose phone was not created can be made again.
  const phoneId = `trial-${ownerId}-${now.getTime()}`
  const phone = { product: null, configuration, name, goodsLevel, ownerId, groupId, zoneId, phoneId }
  const device = await insertPhone(tx, phone, now)
  await insertTrial(tx, { userId: ownerId, deviceId: device.id, claimedAt: now }, marks.current)
  await tasks.begin(tx, { kind: 'create', ownerId, devices: [{ device, before: device.state }] })
  return { deviceId: device.id }
}

/** Buyers may take phones meanwhile: the share kept for them stands in the condition of the update. */
const rentInAnyZone = async (tx: Tx, open: OpenTrial): Promise<number> => {
  const { configId } = open.phone
  for (const { zoneId, keptFree } of await listTrialZones(tx, open)) {
    if (await rentUnreservedStock(tx, { zoneId, configId, quantity: 1 }, keptFree).then(() => true, isSoldOut))
      return zoneId
  }
  throw soldOut(open)
}

const isSoldOut = (error: unknown): false => {
  if (error instanceof AppError && error.error === 'OUT_OF_STOCK') return false
  throw error
}

/** Trial that the caller may claim; claims nothing. */
export const getReceiveEquipment = async ({ database: { db }, signingKeys }: TrialDeps, userId: number) => {
  const trial = await findTrial(db, userId)
  if (trial && trial.device.state !== 'released') {
    const endsAt = trial.startedAt && trial.device.expiresAt.getTime()
    return { claimable: false, deviceId: trial.deviceId, refusal: null, endsAt, configId: trial.device.configId }
  }
  const open = await findOpenTrial(db)
  const refusal = trial ? 'used' : await refusalOf(db, userId, signingKeys, open)
  return { claimable: refusal === null, deviceId: null, refusal, endsAt: null, configId: open?.phone.configId ?? null }
}

const refusalOf = async (
  db: Db,
  userId: number,
  signingKeys: SigningKeys,
  open: OpenTrial | undefined,
): Promise<TrialRefusal | null> => {
  if (await hasMark(db, marksOf(signingKeys, await listTraits(db, userId)).all)) return 'used'
  if (!open) return 'off'
  return (await listTrialZones(db, open)).length > 0 ? null : 'soldOut'
}
