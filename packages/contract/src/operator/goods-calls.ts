import * as z from 'zod/mini'
import { androidVersions, GoodsLevel, ImageType } from '../commerce/commodity/enums.ts'
import { newPrice, priceTerms, repriceTargets, roundings } from '../commerce/commodity/pricing.ts'
import { access, defineCall } from '../wire/call.ts'
import {
  count,
  cursorQuery,
  keysetOf,
  pageOf,
  pageQuery,
  positiveId,
  queryId,
  queryInteger,
  replacing,
} from '../wire/fields.ts'
import { goodsRecord, priceChange, productRecord, repriceLine } from './goods-records.ts'

const yesNo = z.enum(['yes', 'no'])

/** Choice of billable products; each field narrows it. */
const productFilter = {
  goodId: z.optional(queryId),
  configId: z.optional(queryId),
  /** Products of configurations that the zone has stock of, sold out or not. */
  zoneId: z.optional(queryId),
  goodsLevel: z.optional(queryInteger(1, 5)),
  version: z.optional(z.enum(androidVersions)),
  /** Hours. */
  goodTime: z.optional(queryInteger(1, 87_600)),
  kind: z.optional(z.enum(['prepaid', 'metered'])),
  onSale: z.optional(yesNo),
  hasFirstPrice: z.optional(yesNo),
}

export const searchProducts = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/searchProducts',
  summary: '计费商品和价格：text 为商品编号或型号名称，按型号、配置和时长排列',
  access: access.operator('goods.read'),
  input: z.strictObject({
    ...pageQuery,
    ...productFilter,
    text: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  data: z.object(pageOf(productRecord)),
})

export const getPriceHistory = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getPriceHistory',
  summary: '价格的变动：谁、何时、前后的价格，新的在前；不给商品时为全部商品',
  access: access.operator('goods.read'),
  input: z.strictObject({ ...cursorQuery, productId: z.optional(queryId) }),
  data: z.object(keysetOf(priceChange)),
})

export const setPrice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setPrice',
  summary: '修改价格：售价、划线价和首购价，立即生效；已下的订单不变，seen 与当前价格不同时不修改',
  access: access.operator('goods.write'),
  input: z.strictObject({ productId: positiveId, seen: priceTerms, ...newPrice }),
  data: z.null(),
  errors: ['GOODS_NOT_EXIST', 'PRICE_INCONSISTENT'],
})

const names = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[]

/** Choice of products and the rule for them, equal in the dry run and in what is applied. */
const repricing = {
  ...productFilter,
  by: z.enum(['percent', 'amount']),
  /** Hundredths of a per cent, or cents; negative to reduce. */
  change: z.pipe(
    z.string().check(z.regex(/^-?\d{1,8}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(-100_000_00), z.maximum(100_000_00))),
  ),
  target: z.enum(repriceTargets),
  rounding: z.enum(names(roundings)),
}

export const previewReprice = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/previewReprice',
  summary: '试算批量调价：每个商品的前后价格，以及不能调整的和原因；最多 400 个商品',
  access: access.operator('goods.read'),
  input: z.strictObject(repricing),
  data: z.object({
    /** Products that change and those that cannot. */
    lines: z.array(repriceLine),
    /** Chosen products whose prices the rule leaves as they are. */
    unchanged: count,
    /** Names exactly these lines. */
    digest: z.string(),
  }),
})

export const applyReprice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/applyReprice',
  summary: '执行批量调价：digest 为试算的结果，其间有价格或商品变化时一个也不调整',
  access: access.operator('goods.write'),
  input: z.strictObject({ ...repricing, digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  data: z.object({ productIds: z.array(positiveId) }),
  errors: ['PRICE_INCONSISTENT'],
})

export const searchGoods = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/searchGoods',
  summary: '型号和它们的配置、计费商品，下架的也在内，按显示顺序',
  access: access.operator('goods.read'),
  input: z.strictObject({ ...pageQuery, goodsLevel: z.optional(queryInteger(1, 5)), onSale: z.optional(yesNo) }),
  data: z.object(pageOf(goodsRecord)),
})

const text = (maximum: number) => z.string().check(z.trim(), z.maxLength(maximum))
const title = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum))
/** Smaller ones stand first. */
const position = z.int().check(z.minimum(0), z.maximum(9999))
/** Absent: unchanged, so that a form opened earlier undoes no colleague's change. A new one is off sale then. */
const isListed = z.optional(z.boolean())
const whole = (maximum: number) => z.int().check(z.minimum(1), z.maximum(maximum))

export const saveGoods = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/saveGoods',
  summary: '新建或修改型号：名称、说明、标签、卖点、顺序和上下架；下架后不能购买，已有的云手机仍可续费',
  access: access.operator('goods.write'),
  input: replacing({
    /** Without it a new one is added. */
    goodId: z.optional(positiveId),
    goodsLevel: z.enum(GoodsLevel),
    name: title(32),
    tagline: text(64),
    tags: z.array(title(12)).check(z.maxLength(6)),
    highlights: z.array(z.strictObject({ title: title(20), note: text(64) })).check(z.maxLength(6)),
    position,
    isListed,
  }),
  data: z.object({ goodId: positiveId }),
  errors: ['GOODS_NOT_EXIST', 'PRICE_INCONSISTENT'],
})

export const saveConfiguration = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/saveConfiguration',
  summary: '新建或修改配置：硬件、系统版本、镜像、供应商、顺序和上下架；有云手机使用后硬件不能再改',
  access: access.operator('goods.write'),
  input: replacing({
    /** Without it a new one is added. */
    configId: z.optional(positiveId),
    goodId: positiveId,
    cpuCores: whole(128),
    memoryGb: whole(1024),
    storageGb: whole(16_384),
    version: z.enum(androidVersions),
    imageTypes: z.array(z.enum(ImageType)).check(z.minLength(1), z.maxLength(3)),
    supplierType: whole(7),
    isVideoEdition: z.boolean(),
    position,
    isListed,
  }),
  data: z.object({ configId: positiveId }),
  errors: ['GOODS_NOT_EXIST', 'PRICE_INCONSISTENT'],
})

export const createProduct = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createProduct',
  summary: '新建计费商品：一种配置的一个时长和价格；按时计费的为每小时',
  access: access.operator('goods.write'),
  input: z.strictObject({
    configId: positiveId,
    /** Hours; 1 where it is metered. */
    goodTime: whole(87_600),
    isMetered: z.boolean(),
    ...newPrice,
  }),
  data: z.object({ productId: positiveId }),
  errors: ['GOODS_NOT_EXIST'],
})

export const setProductListed = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setProductListed',
  summary: '上架或下架计费商品；下架后既不能购买也不能续费这个时长',
  access: access.operator('goods.write'),
  input: z.strictObject({ productId: positiveId, isListed: z.boolean() }),
  data: z.null(),
  errors: ['GOODS_NOT_EXIST'],
})
