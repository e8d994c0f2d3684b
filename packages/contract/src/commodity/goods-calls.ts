import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { pageOf, pageQuery, queryId, queryInteger } from '../wire/fields.ts'
import { goods, zoneStock } from './goods-schema.ts'

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
