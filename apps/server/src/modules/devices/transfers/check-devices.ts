import {
  handoverRefusalOf,
  type TransferFacts,
  transferRefusalOf,
  transferRefusalTexts,
} from '@yunji/contract/devices/transfer/rules'
import type { TransferableDevice, TransferRefusal } from '@yunji/contract/devices/transfer/schema'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { DeviceRow } from '../fleet/index.ts'
import type { TransferDeps } from './deps.ts'
import { countInTransfer, listObstacles, listOwnDevices } from './store.ts'

const NAMED_DEVICES = 3

interface Checked {
  readonly device: DeviceRow
  readonly refusal: TransferRefusal | null
}

const check = async (
  tx: Tx | Db,
  found: readonly DeviceRow[],
  refusalOf: (facts: TransferFacts) => TransferRefusal | null,
): Promise<Checked[]> => {
  const obstacles = new Map(
    (
      await listObstacles(
        tx,
        found.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  )
  return found.map((device) => {
    const { hasOpenTask, hasOpenOrder, isInTransfer, codeUsedAt } = obstacles.get(device.id) ?? {}
    const { state, isMetered, isTrial, expiresAt } = device
    const facts = {
      state,
      isMetered,
      isTrial,
      expiresAt: expiresAt.getTime(),
      hasOpenTask: hasOpenTask ?? false,
      hasOpenOrder: hasOpenOrder ?? false,
      isInTransfer: isInTransfer ?? false,
      codeUsedAt: codeUsedAt?.getTime() ?? null,
    }
    return { device, refusal: refusalOf(facts) }
  })
}

/** The selected devices of the caller, each with the reason against its transfer. */
export const getTransferDevices =
  ({ database: { db }, clock, covers }: Pick<TransferDeps, 'database' | 'clock' | 'covers'>) =>
  async ({ userId }: Caller, deviceIds: readonly number[]): Promise<{ devices: TransferableDevice[] }> => {
    const now = clock.now().getTime()
    const found = await listOwnDevices(db, userId, deviceIds)
    const checked = await check(db, found, (facts) => transferRefusalOf(facts, now))
    const byId = new Map(checked.map((each) => [each.device.id, each]))
    const devices = [...new Set(deviceIds)].flatMap((deviceId): TransferableDevice[] => {
      const { device, refusal } = byId.get(deviceId) ?? {}
      if (!device) return []
      const { name, goodsLevel, isMetered, expiresAt } = device
      return [
        {
          deviceId,
          name,
          goodsLevel: goodsLevel as TransferableDevice['goodsLevel'],
          isMetered,
          remainingMs: Math.max(0, expiresAt.getTime() - now),
          cover: covers.addressOf(userId, deviceId),
          refusal: refusal ?? null,
        },
      ]
    })
    return { devices }
  }

/** All or nothing: one device that cannot be transferred refuses the rest, each with its reason. */
const assertNone = (checked: readonly Checked[]): void => {
  const refused = checked.flatMap(({ device: { id: deviceId, name }, refusal: reason }) =>
    reason ? [{ deviceId, reason, text: `${name}：${transferRefusalTexts[reason]}` }] : [],
  )
  if (refused.length === 0) return
  const words = refused.slice(0, NAMED_DEVICES).map(({ text }) => text)
  const others = refused.length - words.length
  const text = `${words.join('；')}${others > 0 ? `；另有 ${others} 台也不能转移` : ''}`
  const refusals = refused.map(({ deviceId, reason, text: own }) => ({ deviceId, reason, text: own }))
  throw new AppError('CANNOT_TRANSFER', { text, data: { refusals } })
}

export const assertTransferable = async (tx: Tx | Db, found: readonly DeviceRow[], now: Date): Promise<void> =>
  assertNone(await check(tx, found, (facts) => transferRefusalOf(facts, now.getTime())))

/** At the acceptance: time has passed since the start, and its own transfer is no obstacle. */
export const assertHandover = async (tx: Tx, found: readonly DeviceRow[], now: Date): Promise<void> =>
  assertNone(await check(tx, found, (facts) => handoverRefusalOf(facts, now.getTime())))

/**
 * For actions after which the receiver would not get what was offered: return, deletion, another phone, zone, configuration or
 * system. Actions call it with the devices locked.
 */
export const assertNotInTransfer = async (tx: Tx | Db, deviceIds: readonly number[]): Promise<void> => {
  if (await isInTransfer(tx, deviceIds)) throw new AppError('IN_TRANSFER')
}

export const isInTransfer = async (tx: Tx | Db, deviceIds: readonly number[]): Promise<boolean> =>
  (await countInTransfer(tx, deviceIds)) > 0
