import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { queryId, queryInteger } from '../wire/fields.ts'
import { goodsPrice } from './schema.ts'

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
