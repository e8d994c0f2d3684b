import type { EntryReason } from './schema.ts'

export const entryReasonLabels: Readonly<Record<EntryReason, string>> = {
  recharge: '充值',
  bonus: '充值赠送',
  orderPayment: '支付订单',
  orderRefund: '订单退款',
  metering: '按时计费',
  autoRenew: '自动续费',
  zoneChange: '更换区域',
  adjustment: '系统调整',
  givenUp: '注销放弃',
}
