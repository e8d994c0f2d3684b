import type { ChangeOptions, ChangingDevice, VideoOptions } from '@yunji/contract/commerce/change/schema'
import { type GoodsLevel, goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import { assertButton } from '../../../platform/device-access.ts'
import { AppError } from '../../../platform/errors.ts'
import { findFixedPhones } from '../../../platform/fixed-phones.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toConfiguration } from '../catalogue/index.ts'
import { assertChangeableKind } from './assert-changeable.ts'
import type { ChangeDeps } from './deps.ts'
import { buttonFor, type ChangeWay, findTargets, toTarget } from './find-targets.ts'
import { remainingValueOf } from './remaining-value.ts'
import { findOwnDevice, type OwnDevice } from './store.ts'

const readOptions = async (
  { database: { db }, clock, signedTokens, suppliers }: ChangeDeps,
  { userId }: Caller,
  deviceId: number,
  ways: readonly [ChangeWay, ...ChangeWay[]],
) => {
  const own = await findOwnDevice(db, userId, deviceId)
  if (!own) throw new AppError('GET_DEVICE_FAILED')
  assertChangeableKind(own.device)
  const isFixed = await findFixedPhones(suppliers, [own.device])
  if (isFixed(own.device)) throw new AppError('SHOW_ERROR_TIP', { text: '这台云手机是固定配置的真机，不能变更配置' })
  const permitted = ways.filter((way) => own.device.buttons.includes(buttonFor[way]))
  if (permitted.length === 0) assertButton(own.device, buttonFor[ways[0]])
  const now = clock.now()
  const creditCents = await remainingValueOf(db, deviceId, now)
  const quotedAt = now.getTime()
  const quoted = { userId, deviceId, valueCents: creditCents, endsAt: own.device.expiresAt.getTime(), quotedAt }
  const targets = await findTargets(db, own, { userId, now })
  const of = (way: ChangeWay) =>
    targets
      .filter((target) => target.way === way && permitted.includes(way) && target.prices.length > 0)
      .map((target) => toTarget(signedTokens, target, quoted))
  return { of, quoted: { quotedAt, device: toDevice(own, creditCents) } }
}

const toDevice = ({ device, zoneName, configuration, good }: OwnDevice, creditCents: number): ChangingDevice => {
  const goodsLevel = device.goodsLevel as GoodsLevel
  return {
    deviceId: device.id,
    name: device.name,
    goodsName: good?.name ?? goodsLevelLabels[goodsLevel],
    goodsLevel,
    zoneName,
    configuration: configuration && toConfiguration(configuration),
    expiresAt: device.expiresAt.getTime(),
    creditCents,
  }
}

export const getChangeOptions =
  (deps: ChangeDeps) =>
  async (caller: Caller, deviceId: number): Promise<ChangeOptions> => {
    const { of, quoted } = await readOptions(deps, caller, deviceId, ['configuration', 'model'])
    return { ...quoted, configurations: of('configuration'), models: of('model') }
  }

export const getVideoOptions =
  (deps: ChangeDeps) =>
  async (caller: Caller, deviceId: number): Promise<VideoOptions> => {
    const { of, quoted } = await readOptions(deps, caller, deviceId, ['video'])
    return { ...quoted, targets: of('video') }
  }
