import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import type { CodeRow } from '../activation/index.ts'
import { getZoneWithMostStock, rentUnreservedStock } from '../catalogue/index.ts'
import { createPhoneNamer, findGroup, insertPhone } from '../fulfilment/index.ts'
import { getCodeProduct, insertShare, isOwnGroup } from './store.ts'

export interface RedeemDeps {
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
  readonly outbox: Outbox
}

interface PhoneSelection {
  readonly userId: number
  readonly zoneId?: number | undefined
  readonly groupId?: number | undefined
  readonly imageType?: number | undefined
}

const HOUR_SECONDS = 3600

/** Rents stock (1017) and creates a phone by a task, as for a purchase. */
export const providePhone = async (
  { clock, tasks }: RedeemDeps,
  tx: Tx,
  code: CodeRow,
  { userId: ownerId, ...selection }: PhoneSelection,
): Promise<{ deviceId: number; expiresAt: Date }> => {
  const now = clock.now()
  const { configuration, product, goodsName, goodsLevel } = await getCodeProduct(tx, code.productId)
  if (selection.imageType !== undefined && !configuration.imageTypes.includes(selection.imageType)) {
    throw new AppError('BAD_INPUT', { text: '该配置没有所选镜像' })
  }
  if (selection.groupId !== undefined && !(await isOwnGroup(tx, ownerId, selection.groupId))) {
    throw new AppError('NOT_FOUND')
  }
  const zoneId = selection.zoneId ?? (await getZoneWithMostStock(tx, configuration.id, 1))
  await rentUnreservedStock(tx, { zoneId, configId: configuration.id, quantity: 1 })
  const device = await insertPhone(
    tx,
    {
      product,
      configuration,
      name: (await createPhoneNamer(tx, ownerId))(goodsName),
      goodsLevel,
      ownerId,
      groupId: await findGroup(tx, ownerId, selection.groupId),
      zoneId,
      // Unique per attempt: a code whose phone was not created can be redeemed again.
      phoneId: `code-${code.id}-${now.getTime()}`,
    },
    now,
  )
  await insertShare(tx, code, {
    deviceId: device.id,
    productId: product.id,
    boughtSeconds: product.goodTimeHours * HOUR_SECONDS,
    startsAt: now,
  })
  await tasks.begin(tx, { kind: 'create', ownerId, devices: [{ device, before: device.state }] })
  return { deviceId: device.id, expiresAt: device.expiresAt }
}
