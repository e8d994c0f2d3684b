import * as z from 'zod/mini'
import { CheckStatus, UserType } from '../accounts/user/enums.ts'
import { OrderStatus, orderKinds } from '../commerce/order/enums.ts'
import { PayMethod } from '../commerce/payment/enums.ts'
import { deviceStates } from '../devices/device/enums.ts'
import { cents, count, epochMillis, positiveId } from '../wire/fields.ts'

export const userStates = ['active', 'frozen'] as const

const checkStatus = z.enum(CheckStatus)

export const userFacts = {
  userId: positiveId,
  name: z.string(),
  userType: z.enum(UserType),
  state: z.enum(userStates),
  personalCheckStatus: checkStatus,
  companyCheckStatus: checkStatus,
  deviceCount: count,
  createdAt: epochMillis,
}

export const userRecord = z.object({
  ...userFacts,
  /** 138****8000; empty where the account has no number. */
  maskedPhone: z.string(),
})
export type UserRecord = z.output<typeof userRecord>

export const orderFacts = {
  orderId: positiveId,
  userId: positiveId,
  maskedPhone: z.string(),
  title: z.string(),
  kind: z.enum(orderKinds),
  orderStatus: z.enum(OrderStatus),
  totalCents: cents,
  payableCents: cents,
  /** Null until it is paid. */
  payMethod: z.nullable(z.enum(PayMethod)),
  createdAt: epochMillis,
  paidAt: z.nullable(epochMillis),
  endedAt: z.nullable(epochMillis),
}

export const orderRecord = z.object(orderFacts)
export type OrderRecord = z.output<typeof orderRecord>

export const deviceFacts = {
  deviceId: positiveId,
  name: z.string(),
  ownerId: positiveId,
  maskedPhone: z.string(),
  zoneId: positiveId,
  zoneName: z.string(),
  state: z.enum(deviceStates),
  /** Time of its last change of state; null where that is not known. */
  stateSince: z.nullable(epochMillis),
  supplierType: z.int(),
  goodsLevel: z.int(),
  version: z.string(),
  isMetered: z.boolean(),
  isTrial: z.boolean(),
  /** The phone refuses ADB: an operator decides about it. */
  isRefusing: z.boolean(),
  expiresAt: epochMillis,
  createdAt: epochMillis,
}

export const deviceRecord = z.object(deviceFacts)
export type DeviceRecord = z.output<typeof deviceRecord>

/** Lists that can be exported. */
export const exportLists = ['users', 'orders', 'devices', 'ledger'] as const
export type ExportList = (typeof exportLists)[number]

/** Columns of an export and their headings, in the order of a file that has all of them. */
export const exportColumns = {
  users: {
    userId: '用户编号',
    name: '昵称',
    maskedPhone: '手机号',
    userType: '类型',
    state: '状态',
    personalCheckStatus: '个人认证',
    companyCheckStatus: '企业认证',
    deviceCount: '设备数',
    createdAt: '注册时间',
  },
  orders: {
    orderId: '订单号',
    userId: '用户编号',
    maskedPhone: '手机号',
    title: '商品',
    kind: '种类',
    orderStatus: '状态',
    totalCents: '总价（元）',
    payableCents: '应付（元）',
    payMethod: '支付方式',
    createdAt: '下单时间',
    paidAt: '支付时间',
    endedAt: '结束时间',
  },
  devices: {
    deviceId: '设备编号',
    name: '名称',
    ownerId: '用户编号',
    maskedPhone: '手机号',
    zoneName: '机房',
    state: '状态',
    supplierType: '供应商',
    goodsLevel: '档次',
    version: '系统版本',
    isMetered: '按时计费',
    isTrial: '试用',
    expiresAt: '到期时间',
    createdAt: '创建时间',
  },
  ledger: {
    entryId: '编号',
    createdAt: '时间',
    reason: '事由',
    amountCents: '金额（元）',
    fromKind: '转出账户',
    fromUserId: '转出用户',
    toKind: '转入账户',
    toUserId: '转入用户',
    orderId: '订单号',
    deviceId: '设备编号',
    key: '凭证',
  },
} as const satisfies {
  readonly users: Partial<Record<keyof UserRecord, string>>
  readonly orders: Partial<Record<keyof OrderRecord, string>>
  readonly devices: Partial<Record<keyof DeviceRecord, string>>
  readonly ledger: Readonly<Record<string, string>>
}
