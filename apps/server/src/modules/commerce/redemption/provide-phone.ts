import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import type { CodeRow } from '../activation/index.ts'
import { rentUnreservedStock } from '../catalogue/index.ts'
import { createPhoneNamer, findGroup, insertPhone } from '../fulfilment/index.ts'
import { assertOwnGroup, getZoneWithMostStock } from '../orders/index.ts'
import type { RedeemDeps } from './deps.ts'

interface PhoneSelection {
  readonly userId: number
  readonly zoneId?: number | undefined
  readonly groupId?: number | undefined
  readonly imageType?: number | undefined
}

const HOUR_SECONDS = 3600

/** A phone as if it had been bought: it takes its place in the stock (1017), and a task brings it up. */
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
  if (selection.groupId !== undefined) await assertOwnGroup(tx, ownerId, selection.groupId)
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
      // A code whose phone did not come up is redeemed again, for another one.
      phoneId: `code-${code.id}-${now.getTime()}`,
    },
    now,
  )
  await tx.insert(orderDevices).values({
    orderId: code.orderId,
    deviceId: device.id,
    productId: product.id,
    codeId: code.id,
    paidCents: code.paidCents,
    boughtSeconds: product.goodTimeHours * HOUR_SECONDS,
    startsAt: now,
  })
  await tasks.begin(tx, { kind: 'create', ownerId, devices: [{ device, before: device.state }] })
  return { deviceId: device.id, expiresAt: device.expiresAt }
}

/** Whether it is still sold does not matter: the code has been. */
const getCodeProduct = async (tx: Tx, productId: number) => {
  const [sold] = await tx
    .select({
      product: billableProducts,
      configuration: goodsConfigurations,
      goodsName: goods.name,
      goodsLevel: goods.goodsLevel,
    })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(billableProducts.id, productId))
  if (!sold) throw new Error(`product ${productId} of a code is gone`)
  return sold
}
