import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import type { CodeRow } from '../activation/index.ts'
import { rentAtOnce } from '../catalogue/index.ts'
import { groupFor, phoneNames, writePhone } from '../fulfilment/index.ts'
import { assertOwnGroup, roomiestZone } from '../orders/index.ts'
import type { RedeemDeps } from './deps.ts'

interface Wish {
  readonly userId: number
  readonly zoneId?: number | undefined
  readonly groupId?: number | undefined
  readonly imageType?: number | undefined
}

const HOUR_SECONDS = 3600

/** A phone as if it had been bought: it takes its place in the stock (1017), and a task brings it up. */
export const makeNewPhone = async (
  { clock, tasks }: RedeemDeps,
  tx: Tx,
  code: CodeRow,
  { userId: ownerId, ...wish }: Wish,
): Promise<{ deviceId: number; expiresAt: Date }> => {
  const now = clock.now()
  const { configuration, product, goodsName, goodsLevel } = await readSold(tx, code.productId)
  if (wish.imageType !== undefined && !configuration.imageTypes.includes(wish.imageType)) {
    throw new AppError('BAD_INPUT', { text: '该配置没有所选镜像' })
  }
  if (wish.groupId !== undefined) await assertOwnGroup(tx, ownerId, wish.groupId)
  const zoneId = wish.zoneId ?? (await roomiestZone(tx, configuration.id, 1))
  await rentAtOnce(tx, { zoneId, configId: configuration.id, quantity: 1 })
  const device = await writePhone(
    tx,
    {
      product,
      configuration,
      name: (await phoneNames(tx, ownerId))(goodsName),
      goodsLevel,
      ownerId,
      groupId: await groupFor(tx, ownerId, wish.groupId),
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
const readSold = async (tx: Tx, productId: number) => {
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
