import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { epochMillis, noInput, pageOf, pageQuery, positiveId, queryId, queryInteger } from '../../wire/fields.ts'
import { goods, goodsPrice, seckillWindow, zoneStock } from './schema.ts'

export const getGoodPrice = defineCall({
  method: 'GET',
  path: '/vmcloud/api/CommodityGroup/getGoodPrice',
  summary: '商品各时长对当前用户的价格',
  access: access.visitor,
  input: z.strictObject({
    goodId: queryId,
    configId: z.optional(queryId),
    quantity: z.optional(queryInteger(1, 10_000)),
  }),
  data: z.object({ prices: z.array(goodsPrice) }),
  errors: ['GOODS_NOT_EXIST'],
  quiet: true,
})

export const getGoodsList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/CommodityGroup/getGoodsList',
  summary: '在售的云手机型号和配置',
  access: access.visitor,
  input: z.strictObject({ ...pageQuery, goodsLevel: z.optional(queryInteger(1, 5)) }),
  data: z.object(pageOf(goods)),
})

export const getGoodsDetails = defineCall({
  method: 'GET',
  path: '/vmcloud/api/CommodityGroup/getGoodsDetails',
  summary: '一个型号',
  access: access.visitor,
  input: z.strictObject({ goodId: queryId }),
  data: goods,
  errors: ['GOODS_NOT_EXIST'],
})

export const getZoneStock = defineCall({
  method: 'GET',
  path: '/vmcloud/api/CommodityGroup/getZoneStock',
  summary: '一种配置在各区域的库存',
  access: access.open,
  input: z.strictObject({ configId: queryId }),
  data: z.object({ zones: z.array(zoneStock) }),
  errors: ['GOODS_NOT_EXIST'],
})

export const getSeckillList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activity/getSeckillList',
  summary: '正在进行和即将开始的秒杀',
  access: access.visitor,
  input: noInput,
  data: z.object({
    /** The server's clock: a wrong one on the page shows no wrong countdown. */
    now: epochMillis,
    windows: z.array(seckillWindow),
  }),
})

const waits = z.object({
  /** Without a zone: any. */
  waits: z.array(z.object({ configId: positiveId, zoneId: z.nullable(positiveId), isForTrial: z.boolean() })),
})

export const getStockWaits = defineCall({
  method: 'GET',
  path: '/vmcloud/api/CommodityGroup/getStockWaits',
  summary: '我的到货提醒',
  access: access.user,
  input: noInput,
  data: waits,
})

export const setStockWait = defineCall({
  method: 'POST',
  path: '/vmcloud/api/CommodityGroup/setStockWait',
  summary: '一种配置在某个或任一区域有货时提醒我一次；最多 30 天',
  access: access.user,
  input: z.strictObject({
    configId: positiveId,
    zoneId: z.optional(positiveId),
    /** Waits for a free trial phone instead of one to buy. */
    isForTrial: z.optional(z.boolean()),
    isOn: z.boolean(),
  }),
  data: waits,
  errors: ['GOODS_NOT_EXIST'],
})
