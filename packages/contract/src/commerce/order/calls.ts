import * as z from 'zod/mini'
import { access, type Call, defineCall, type Schema } from '../../wire/call.ts'
import type { ErrorName } from '../../wire/error-codes.ts'
import { cents, pageOf, pageQuery, positiveId, queryId } from '../../wire/fields.ts'
import { ImageType } from '../commodity/enums.ts'
import { PayMethod, payScenes } from '../payment/enums.ts'
import { payNext } from '../payment/schema.ts'
import { namedBusinesses } from './rules.ts'
import {
  bigUserList,
  changeQuote,
  linkCode,
  listedOrder,
  orderDetail,
  orderFilters,
  orderGoods,
  orderInfo,
  orderPhone,
  orderTerms,
  quantity,
} from './schema.ts'

const SUBMITTING = '提交中'

/** Errors of every order; the server's price is binding. */
const orderErrors: readonly ErrorName[] = [
  'GOODS_QUANTITY_EXCEEDED',
  'BEANS_NOT_ENOUGH',
  'PRICE_INCONSISTENT',
  'OUT_OF_STOCK',
  'ORDER_AMOUNT_ZERO',
  'GOODS_NOT_EXIST',
  'ORDER_PRICE_INCONSISTENT',
  'DATA_EXPANSION_FAILED',
  'BALANCE_NOT_ENOUGH',
]

/** Errors of orders for existing devices. */
const deviceErrors: readonly ErrorName[] = [
  'GET_DEVICE_FAILED',
  'DEVICE_BACKING_UP',
  'DEVICE_RECOVERING',
  'IN_BACKUP_OR_RECOVERY',
]

/* @__NO_SIDE_EFFECTS__ */
const createCall = <Input extends Schema>(
  name: string,
  summary: string,
  input: Input,
  errors: readonly ErrorName[] = [],
): Call<Input, typeof orderInfo, typeof access.user> =>
  defineCall({
    method: 'POST',
    path: `/vmcloud/api/order/${name}`,
    summary,
    access: access.user,
    input,
    data: orderInfo,
    errors: [...orderErrors, ...errors],
    loadingText: SUBMITTING,
    idempotent: true,
  })

const deviceIds = z.array(positiveId).check(z.minLength(1), z.maxLength(200))
const item = z.strictObject({ id: positiveId, quantity, goodPrice: cents })
const change = { deviceId: positiveId, id: positiveId, quote: changeQuote }
const items = z.array(item).check(z.minLength(1), z.maxLength(50))

export const getOrderInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getOrderInfo',
  summary: '订单详情',
  access: access.user,
  input: z.strictObject({ orderId: queryId }),
  data: orderDetail,
})

export const createOrder = createCall(
  'createOrder',
  '充值云豆或购买云空间',
  z.strictObject({ businessType: z.literal(namedBusinesses), id: positiveId, quantity, ...orderTerms }),
)
export const createCloudOrder = createCall(
  'createCloudOrder',
  '购买一种云手机，或为设备续费',
  z.strictObject({ ...item.shape, deviceIds: z.optional(deviceIds), ...orderTerms }),
)
export const createCloudOrderNew = createCall(
  'createCloudOrderNew',
  '购买云手机，指定区域、分组和镜像',
  z.strictObject({
    items,
    zoneId: positiveId,
    groupId: z.optional(positiveId),
    imageType: z.enum(ImageType),
    ...orderTerms,
  }),
)
export const createSeckillActivityOrder = createCall(
  'createSeckillActivityOrder',
  '秒杀下单',
  z.strictObject({ activityId: positiveId, ...item.shape, zoneId: positiveId, ...orderTerms }),
)
export const createTimeToMonthOrder = createCall(
  'createTimeToMonthOrder',
  '按时设备转包月',
  z.strictObject({ deviceIds, id: positiveId, ...orderTerms }),
  deviceErrors,
)
export const createUpOrDownOrder = createCall(
  'createUpOrDownOrder',
  '升降配置或更换型号',
  z.strictObject({ ...change, ...orderTerms }),
  deviceErrors,
)
export const createVideoOrder = createCall(
  'createVideoOrder',
  '升级视频定制版',
  z.strictObject({ ...change, ...orderTerms }),
  deviceErrors,
)
export const createBigUserLinkOrder = createCall(
  'createBigUserLinkOrder',
  '大客户清单下单',
  z.strictObject({ linkCode, items, zoneId: positiveId, ...orderTerms }),
)
export const agentBalanceRecharge = createCall(
  'agentBalanceRecharge',
  '充值账户余额',
  z.strictObject({ totalCents: cents, payMethod: z.enum(PayMethod) }),
)
export const purchaseActivationCode = createCall(
  'purchaseActivationCode',
  '购买激活码',
  z.strictObject({ ...item.shape, ...orderTerms }),
)

export const getOrderList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getOrderList',
  summary: '我的订单，新的在前',
  access: access.user,
  input: z.strictObject({ ...pageQuery, filter: z.prefault(z.enum(orderFilters), 'all') }),
  data: z.object(pageOf(listedOrder)),
})

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/cancelOrder',
  summary: '取消待支付的订单，退回优惠券和库存',
  access: access.user,
  input: z.strictObject({ orderId: positiveId }),
  data: orderInfo,
})

export const payOrder = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/payOrder',
  summary: '支付订单：云豆或余额当即付清，其他方式给出去往收银台的方法',
  access: access.user,
  input: z.strictObject({
    orderId: positiveId,
    payMethod: z.enum(PayMethod),
    /** Ignored for beans and balance. */
    scene: z.prefault(z.enum(payScenes), 'h5'),
    /** One-time WeChat code that identifies the payer; needed while the account has no openid. */
    jsCode: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  }),
  data: z.object({ order: orderInfo, next: payNext }),
  errors: ['BEANS_NOT_ENOUGH', 'BALANCE_NOT_ENOUGH'],
  loadingText: '支付中',
})

export const checkPayment = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/checkPayment',
  summary: '向支付机构核实订单是否已付款，答复订单的真实状态',
  access: access.user,
  input: z.strictObject({ orderId: positiveId }),
  data: orderInfo,
  callsPerMinute: 120,
})

export const getOrderPhones = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getOrderPhones',
  summary: '订单的商品和云手机，以及付款后为它执行的任务',
  access: access.user,
  input: z.strictObject({ orderId: queryId }),
  data: z.object({
    phones: z.array(orderPhone),
    /** Task that the payment started; null before it starts and where there is none. */
    taskId: z.nullable(positiveId),
    goods: z.nullable(orderGoods),
    /** An order of phones before which the buyer has paid for none. */
    isFirstPurchase: z.boolean(),
  }),
})

export const getBigUserList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getBigUserList',
  summary: '大客户清单：只给清单的主人看，他人的和不存在的一样',
  access: access.user,
  input: z.strictObject({ linkCode }),
  data: bigUserList,
})
