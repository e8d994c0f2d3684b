import * as z from 'zod/mini'
import { activationCodeStates, CODE_BATCH_MAXIMUM, CODE_BATCH_MAXIMUM_DAYS } from '../commerce/activation/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import {
  cents,
  count,
  cursorQuery,
  epochMillis,
  keysetOf,
  noInput,
  positiveId,
  queryId,
  replacing,
} from '../wire/fields.ts'

const batchState = z.enum(['usable', 'expired', 'withdrawn'])

export const getCodeBatches = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCodeBatches',
  summary: '赠送的激活码批次，新建的在前，每页 50 条',
  access: access.operator('marketing.read'),
  input: z.strictObject({
    ...cursorQuery,
    state: z.optional(batchState),
    /** Beginning of the name, or the id. */
    text: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  data: z.object(
    keysetOf(
      z.object({
        batchId: positiveId,
        name: z.string(),
        note: z.string(),
        state: batchState,
        productId: positiveId,
        goodsName: z.string(),
        cpuCores: positiveId,
        memoryGb: positiveId,
        storageGb: positiveId,
        version: z.string(),
        isVideoEdition: z.boolean(),
        /** Hours. */
        goodTime: positiveId,
        quantity: positiveId,
        used: count,
        /** Neither used nor withdrawn; none of them can be redeemed after `expiresAt`. */
        unused: count,
        withdrawn: count,
        operatorName: z.string(),
        createdAt: epochMillis,
        expiresAt: epochMillis,
        withdrawnAt: z.nullable(epochMillis),
      }),
    ),
  ),
})

export const getBatchCodes = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getBatchCodes',
  summary: '一批激活码的使用情况：谁在何时兑换；激活码只显示末四位，每页 50 条',
  access: access.operator('marketing.read'),
  input: z.strictObject({ ...cursorQuery, batchId: queryId, state: z.optional(z.enum(activationCodeStates)) }),
  data: z.object(
    keysetOf(
      z.object({
        codeId: positiveId,
        /** `****-PQRS`; empty where the key that sealed it is gone. */
        maskedCode: z.string(),
        state: z.enum(activationCodeStates),
        /** The number of an erased account stays. */
        usedBy: z.nullable(positiveId),
        usedAt: z.nullable(epochMillis),
      }),
    ),
  ),
})

export const createCodeBatch = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createCodeBatch',
  summary: '生成一批赠送的激活码：与购买的激活码同样兑换，没有金额，不能退款；名称不能重复',
  access: access.operator('marketing.write'),
  idempotent: true,
  input: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    note: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    /** A prepaid product on sale: configuration and rental time. */
    productId: positiveId,
    quantity: positiveId.check(z.maximum(CODE_BATCH_MAXIMUM)),
    /** From now on. */
    validDays: positiveId.check(z.maximum(CODE_BATCH_MAXIMUM_DAYS)),
  }),
  data: z.object({ batchId: positiveId }),
  errors: ['GOODS_NOT_EXIST'],
})

export const exportCodeBatch = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/exportCodeBatch',
  summary: '取得一批激活码，可以重复；每次都记入审计日志，须同时有 marketing.read',
  access: access.operator('data.export'),
  input: z.strictObject({ batchId: positiveId }),
  data: z.object({
    codes: z.array(
      z.object({
        /** In groups of four; empty where the key that sealed it is gone. */
        activationCode: z.string(),
        state: z.enum(activationCodeStates),
        expiresAt: epochMillis,
        usedAt: z.nullable(epochMillis),
      }),
    ),
  }),
})

export const withdrawCodeBatch = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/withdrawCodeBatch',
  summary: '收回一批激活码：未使用的全部失效，已兑换的不变；不能恢复，可以重复执行',
  access: access.operator('marketing.write'),
  input: z.strictObject({ batchId: positiveId }),
  data: z.object({ withdrawn: count }),
})

export const getCodeGoods = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCodeGoods',
  summary: '用户可以按激活码购买的商品，含已停止出售的，最多 500 个',
  access: access.operator('goods.read'),
  input: noInput,
  data: z.object({
    goods: z.array(
      z.object({
        productId: positiveId,
        goodsName: z.string(),
        cpuCores: positiveId,
        memoryGb: positiveId,
        storageGb: positiveId,
        version: z.string(),
        isVideoEdition: z.boolean(),
        /** Hours. */
        goodTime: positiveId,
        priceCents: cents,
        validDays: positiveId,
        isListed: z.boolean(),
        /** Product, configuration and goods: without it, the code is not sold either. */
        isOnSale: z.boolean(),
      }),
    ),
  }),
})

export const saveCodeGoods = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/saveCodeGoods',
  summary: '设置一个包月商品能否按激活码购买及激活码的有效天数；已下的订单和已售的激活码不变',
  access: access.operator('goods.write'),
  input: replacing({
    productId: positiveId,
    validDays: z.int().check(z.minimum(1), z.maximum(CODE_BATCH_MAXIMUM_DAYS)),
    isListed: z.boolean(),
  }),
  data: z.null(),
  errors: ['GOODS_NOT_EXIST', 'PRICE_INCONSISTENT'],
})
