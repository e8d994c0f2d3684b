import { type BillFile, type BillLine, BillRefused } from '../../platform/payments.ts'
import { billAmountOf, billCentsOf, billDayOf, billNumberOf, linesOfBill, rowReader } from '../bill-file.ts'

const AT = '交易时间'
const MERCHANT = '商户号'
const TRANSACTION = '微信订单号'
const NUMBER = '商户订单号'
const STATE = '交易状态'
const REFUND = '微信退款单号'
const REFUND_NUMBER = '商户退款单号'
const REFUND_STATE = '退款状态'
const FEE = '手续费'
/** Before discounts, as we asked for it. */
const AMOUNT = '订单金额'
const REFUND_AMOUNT = '申请退款金额'
const NEEDED = [
  AT,
  MERCHANT,
  TRANSACTION,
  NUMBER,
  STATE,
  REFUND,
  REFUND_NUMBER,
  REFUND_STATE,
  FEE,
  AMOUNT,
  REFUND_AMOUNT,
]

/** WeChat Pay's bill of all trades: every cell follows a backquote, and two lines of sums come last. */
export const readWechatBill = (file: Uint8Array, mchid: string): BillFile => {
  const all = linesOfBill(file)
  const read = rowReader((all[0] ?? '').replace(/^\uFEFF/, '').split(','), NEEDED)
  const end = all.findIndex((line) => line.startsWith('总交易单数'))
  if (end < 0) throw new BillRefused('文件不完整：没有汇总行')
  const lines = all.slice(1, end).flatMap((line, index): BillLine[] => {
    const row = read(line.replace(/^`/, '').split(',`'), index + 2)
    if (row(MERCHANT) !== mchid) throw new BillRefused('账单不属于当前的微信商户号')
    const isRefund = row(STATE) !== 'SUCCESS'
    // The money of a failed refund stayed here.
    if (isRefund && row(REFUND_STATE) === 'FAIL') return []
    return [
      {
        subject: isRefund ? 'refund' : 'payment',
        number: billNumberOf(isRefund ? row(REFUND_NUMBER) : row(NUMBER)),
        transactionId: billNumberOf(isRefund ? row(REFUND) : row(TRANSACTION)),
        amountCents: billAmountOf(isRefund ? row(REFUND_AMOUNT) : row(AMOUNT)),
        feeCents: billCentsOf(row(FEE)),
        day: billDayOf(row(AT)),
        isSettled: !isRefund || row(REFUND_STATE) === 'SUCCESS',
      },
    ]
  })
  return { lines }
}
