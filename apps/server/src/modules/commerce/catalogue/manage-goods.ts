import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { type PriceTerms, priceRefusalOf, priceRefusalTexts } from '@yunji/contract/commerce/commodity/pricing'
import type * as calls from '@yunji/contract/operator/goods-calls'
import type { ConfigurationRecord, GoodsRecord } from '@yunji/contract/operator/goods-records'
import type { CallArguments } from '@yunji/contract/wire/call'
import { goodsPicturePath } from '@yunji/contract/wire/served-routes'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { CatalogueDeps } from './get-goods.ts'
import {
  countAllGoods,
  countRedeemableCodes,
  findConfiguration,
  findGoods,
  type GoodsFilter,
  insertConfiguration,
  insertGoods,
  insertProduct,
  listAllConfigurations,
  listAllGoods,
  listAllProducts,
  lockConfiguration,
  setProductListed,
  updateConfiguration,
  updateGoods,
} from './goods-store.ts'
import { insertPriceChanges } from './product-store.ts'

export const searchGoods =
  ({ database: { db } }: CatalogueDeps) =>
  async ({ page, rows, ...filter }: GoodsFilter & { readonly page: number; readonly rows: number }) => {
    const found = await listAllGoods(db, filter, { limit: rows, offset: (page - 1) * rows })
    const configurations = await listAllConfigurations(
      db,
      found.map(({ id }) => id),
    )
    const products = await listAllProducts(
      db,
      configurations.map(({ configuration }) => configuration.id),
    )
    const toConfiguration = ({ configuration, phoneCount }: (typeof configurations)[number]): ConfigurationRecord => {
      const { id: configId, imageTypes, ...facts } = configuration
      const own = products.filter((product) => product.configId === configId)
      return {
        ...facts,
        configId,
        imageTypes: imageTypes as ConfigurationRecord['imageTypes'],
        phoneCount,
        products: own.map(({ id, goodTimeHours, configId: _config, ...product }) => ({
          productId: id,
          goodTime: goodTimeHours,
          ...product,
        })),
      }
    }
    const records = found.map(
      ({ id, goodsLevel, highlights, createdAt: _created, ...facts }): GoodsRecord => ({
        ...facts,
        goodId: id,
        goodsLevel: goodsLevel as GoodsLevel,
        picture: goodsPicturePath(goodsLevel as GoodsLevel),
        highlights: [...highlights],
        configurations: configurations.filter(({ configuration }) => configuration.goodId === id).map(toConfiguration),
      }),
    )
    return pageOf(records, page, rows, await countAllGoods(db, filter))
  }

export const saveGoods =
  ({ database: { db }, clock }: CatalogueDeps) =>
  ({ goodId, ...values }: CallArguments<typeof calls.saveGoods>) =>
    db.transaction(async (tx) => {
      const { isListed = false } = values
      if (goodId === undefined) {
        return { goodId: await insertGoods(tx, { ...values, isListed, createdAt: clock.now() }) }
      }
      if (!(await updateGoods(tx, goodId, values))) throw new AppError('GOODS_NOT_EXIST')
      return { goodId }
    })

/** Hardware that phones of customers have, and that codes promise. */
const fixed = ['goodId', 'cpuCores', 'memoryGb', 'storageGb', 'version', 'supplierType', 'isVideoEdition'] as const

export const saveConfiguration =
  ({ database: { db }, clock }: CatalogueDeps) =>
  ({ configId, ...values }: CallArguments<typeof calls.saveConfiguration>) =>
    db.transaction(async (tx) => {
      const { isListed = false, imageTypes } = values
      const row = { ...values, imageTypes: [...new Set(imageTypes)] }
      if (!(await findGoods(tx, values.goodId))) throw new AppError('GOODS_NOT_EXIST')
      if (configId === undefined) return { configId: await insertConfiguration(tx, { ...row, isListed }) }
      const found = await lockConfiguration(tx, configId)
      if (!found) throw new AppError('GOODS_NOT_EXIST')
      if (fixed.some((name) => found.configuration[name] !== row[name])) {
        if (found.phoneCount > 0) throw fixedHardware(`已有 ${found.phoneCount} 台云手机使用这个配置`)
        const codeCount = await countRedeemableCodes(tx, configId, clock.now())
        if (codeCount > 0) throw fixedHardware(`还有 ${codeCount} 个未兑换的激活码对应这个配置`)
      }
      await updateConfiguration(tx, configId, row)
      return { configId }
    })

const fixedHardware = (why: string): AppError =>
  new AppError('BAD_INPUT', { text: `${why}，硬件、系统版本和供应商不能再改` })

export const createProduct =
  ({ database: { db }, clock }: CatalogueDeps) =>
  (input: CallArguments<typeof calls.createProduct>, operatorName: string) =>
    db.transaction(async (tx) => {
      const { configId, goodTime, isMetered, ...price } = input
      const after: PriceTerms = price
      if (isMetered && goodTime !== 1) throw new AppError('BAD_INPUT', { text: '按时计费的时长为 1 小时' })
      const refusal = priceRefusalOf(after, { isMetered, activityCents: [] })
      if (refusal) throw new AppError('BAD_INPUT', { text: priceRefusalTexts[refusal] })
      if (!(await findConfiguration(tx, configId))) throw new AppError('GOODS_NOT_EXIST')
      const productId = await insertProduct(tx, { configId, goodTimeHours: goodTime, isMetered, ...after })
      if (productId === undefined) {
        throw new AppError('BAD_INPUT', { text: '这个配置已有相同时长的商品，可以修改它的价格或重新上架' })
      }
      await insertPriceChanges(tx, [{ productId, before: null, after }], { operatorName, at: clock.now() })
      return { productId }
    })

export const listProduct =
  ({ database: { db } }: CatalogueDeps) =>
  ({ productId, isListed }: { readonly productId: number; readonly isListed: boolean }): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await setProductListed(tx, productId, isListed))) throw new AppError('GOODS_NOT_EXIST')
      return null
    })
