import { type BillFile, type BillLine, BillRefused } from '../../platform/payments.ts'
import { billCentsOf, billDayOf, billNumberOf, linesOfBill, rowReader } from '../bill-file.ts'

const NUMBER = '商户订单号'
const KIND = '业务类型'
const GOODS = '商品名称'
const REFUND_NUMBER = '退款批次号/请求号'
const TRADE = '支付宝交易号'
const AMOUNT = '订单金额（元）'
const FEE = '服务费（元）'
const DONE_AT = '完成时间'
const END = '业务明细列表结束'
const NEEDED = [TRADE, NUMBER, KIND, GOODS, DONE_AT, AMOUNT, REFUND_NUMBER, FEE]

const ACCOUNT = /^#账号：\[([^\]]+)\]/
const FROM = /^#起始日期：\[(\d{4})\D(\d\d)\D(\d\d)/
/** The archive also holds a file of sums, which has no such line. */
const isHead = (line: string): boolean => line.includes(NUMBER) && line.includes(KIND)

/** Alipay's `trade` bill: a table between comments. */
export const readAlipayBill = (file: Uint8Array, sellerId: string): BillFile => {
  const all = linesOfBill(file, (each) => each.some(isHead))
  const account = all.map((line) => ACCOUNT.exec(line)?.[1]).find((found) => found !== undefined)
  if (account === undefined) throw new BillRefused('不是支付宝的业务明细账单')
  // The account is followed by 0156, the currency.
  if (!account.startsWith(sellerId)) throw new BillRefused('账单不属于当前的支付宝账号')
  const head = all.findIndex(isHead)
  if (!all.some((line) => line.startsWith('#') && line.includes(END))) throw new BillRefused('文件不完整：没有结束行')
  const titles = (all[head] ?? '').split(',').map((title) => title.trim())
  const read = rowReader(titles, NEEDED)
  const goodsAt = titles.indexOf(GOODS)
  const lines = all.slice(head + 1).flatMap((line, index): BillLine[] => {
    if (line.startsWith('#') || line.trim() === '') return []
    const row = read(joinSurplus(line.split(','), titles.length, goodsAt), head + index + 2)
    const isRefund = row(KIND) === '退款'
    return [
      {
        subject: isRefund ? 'refund' : 'payment',
        number: billNumberOf(isRefund ? row(REFUND_NUMBER) : row(NUMBER)),
        transactionId: billNumberOf(row(TRADE)),
        amountCents: Math.abs(billCentsOf(row(AMOUNT))),
        feeCents: -billCentsOf(row(FEE)),
        day: billDayOf(row(DONE_AT)),
        isSettled: true,
      },
    ]
  })
  const from = all.map((line) => FROM.exec(line)).find((found) => found !== null)
  return { day: from?.slice(1).join('-'), lines }
}

/** Only the name of the goods may contain commas. */
const joinSurplus = (cells: string[], count: number, at: number): string[] => {
  const surplus = cells.length - count
  if (surplus <= 0) return cells
  return [...cells.slice(0, at), cells.slice(at, at + surplus + 1).join(','), ...cells.slice(at + surplus + 1)]
}
