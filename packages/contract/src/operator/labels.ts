import type { OrderKind } from '../commerce/order/enums.ts'
import type { refundProposalStates, refundReasons } from '../commerce/payment/operator-enums.ts'
import type { DeviceState, SupplierType } from '../devices/device/enums.ts'
import type { CallData } from '../wire/call.ts'
import type { AuditOutcome, OperatorRole } from '../wire/operator-roles.ts'
import type { getBillDifferences, getBills } from './bill-calls.ts'
import type { getCodeBatches } from './code-batch-calls.ts'
import type { getBigUserLists } from './commerce-calls.ts'
import type { getPaymentNotices } from './payment-calls.ts'
import type { PhoneState } from './phones.ts'
import type { UserRecord } from './records.ts'

/** Words of operators for values on the wire, in the console and in exports. */
type Labels<Value extends string> = Readonly<Record<Value, string>>
type Difference = CallData<typeof getBillDifferences>['records'][number]
type PaymentNotice = CallData<typeof getPaymentNotices>['records'][number]

export const operatorRoleLabels: Labels<OperatorRole> = {
  owner: '所有者',
  support: '客服',
  finance: '财务',
  catalogue: '商品运营',
  readonly: '只读',
}

export const auditOutcomeLabels: Labels<AuditOutcome> = { done: '已执行', failed: '未成功', refused: '无权限，已拒绝' }

export const userStateLabels: Labels<UserRecord['state']> = { active: '正常', frozen: '已冻结' }

export const deviceStateLabels: Labels<DeviceState> = {
  creating: '创建中',
  running: '运行中',
  stopped: '已关机',
  rebooting: '重启中',
  cleaning: '清理中',
  backingUp: '备份中',
  restoring: '恢复中',
  replacing: '更换中',
  changingZone: '换区中',
  changingConfiguration: '变更配置中',
  updating: '更新中',
  expired: '已到期',
  released: '已释放',
  faulty: '故障',
}

export const supplierLabels: Readonly<Record<SupplierType, string>> = {
  0: '任意',
  1: '百度',
  2: '火山',
  3: '快云游戏',
  4: '火山本地',
  5: 'Lingyi',
  6: '腾讯',
  7: '自有',
}

export const phoneStateLabels: Labels<PhoneState> = {
  unreachable: '连接不上',
  quarantined: '保留中',
  unerased: '清除不了',
  draining: '停止出租',
  rented: '租用中',
  erasing: '清除中',
  inStock: '在库',
  attached: '未入库',
}

export const orderKindLabels: Labels<OrderKind> = {
  buy: '购买',
  renew: '续费',
  seckill: '秒杀',
  bigUser: '大客户',
  toMonthly: '转包月',
  change: '变更配置',
  video: '升视频版',
  codes: '激活码',
  beans: '云豆',
  space: '云空间',
  balance: '余额充值',
}

export const providerLabels: Labels<PaymentNotice['provider']> = { alipay: '支付宝', wechat: '微信' }

export const refundReasonLabels: Labels<(typeof refundReasons)[number]> = {
  serviceFault: '服务故障',
  duplicate: '重复购买',
  mistaken: '误购',
  agreed: '协商一致',
  other: '其他',
}

export const refundProposalLabels: Labels<(typeof refundProposalStates)[number]> = {
  waiting: '待复核',
  done: '已退',
  rejected: '已驳回',
}

export const noticeSubjectLabels: Labels<PaymentNotice['about']> = {
  payment: '付款',
  refund: '退款',
  unverified: '未通过验签',
}

export const noticeOutcomeLabels: Labels<PaymentNotice['outcome']> = { taken: '已入账', refused: '未入账' }

/** Reasons are texts of our own and states of the provider. */
export const noticeReasonLabels: Labels<string> = {
  'no such payment': '没有这笔付款',
  'another amount': '金额不符',
  'another transaction': '已由另一笔交易支付',
  'money of another payment': '交易属于另一笔付款',
  'trade is unknown': '支付平台没有这笔交易',
  'trade is waiting': '支付平台尚未收到款项',
  'trade is closed': '交易已关闭',
  signature: '签名不符',
  'too old': '已过期',
  'another app': '应用不符',
  'another merchant': '商户不符',
  'another currency': '币种不符',
  refunded: '已退款',
  waiting: '退款中',
  closed: '退款已关闭',
  abnormal: '退款异常',
}

export const billStateLabels: Labels<CallData<typeof getBills>['records'][number]['state']> = {
  waiting: '等待账单',
  read: '已核对',
}

export const differenceSubjectLabels: Labels<Difference['subject']> = { payment: '付款', refund: '退款' }

export const differenceKindLabels: Labels<Difference['kind']> = {
  unknown: '账单有，我方没有',
  unconfirmed: '账单有，我方未确认',
  amount: '金额不符',
  twice: '重复退款',
  unbilled: '我方有，账单没有',
}

export const codeBatchStateLabels: Labels<CallData<typeof getCodeBatches>['records'][number]['state']> = {
  usable: '可兑换',
  expired: '已过期',
  withdrawn: '已收回',
}

export const bigUserListLabels: Labels<CallData<typeof getBigUserLists>['records'][number]['state']> = {
  open: '有效',
  expired: '已过期',
  closed: '已收回',
}
