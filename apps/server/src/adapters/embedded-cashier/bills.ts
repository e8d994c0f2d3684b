import { hash, randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { chinaDay, formatChinaTime } from '../../platform/china-time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ProviderName } from '../../platform/payments.ts'
import { yuanOf } from '../alipay/yuan.ts'
import { demoMerchant } from './keys.ts'
import type { Trade, TradeRefund } from './trade.ts'
import type { Trades } from './trades.ts'

/** Path of prepared files on the cashier's server, as WeChat Pay names it. */
export const BILL_PATH = '/v3/billdownload/file'

/** Money that moved on a day: the payment itself, or a refund of it. */
interface Movement {
  readonly trade: Trade
  readonly refund?: TradeRefund
  readonly at: string
}

const movementsOf = (trade: Trade): Movement[] => [
  ...(trade.paidAt ? [{ trade, at: trade.paidAt }] : []),
  ...trade.refunds.map((refund) => ({ trade, refund, at: refund.refundedAt })),
]

/** Bills of both providers in their formats, as files that wait to be downloaded. */
export const createCashierBills = ({ trades, clock }: { trades: Trades; clock: Clock }) => {
  const files = new Map<string, Uint8Array>()
  return {
    /** Prepares the bill of a day that is over; undefined when no money moved. */
    async prepare(protocol: ProviderName, day: string): Promise<{ token: string; sha1: string } | undefined> {
      if (day >= chinaDay(clock.now())) return undefined
      const all = (await trades.list()).filter((trade) => trade.protocol === protocol)
      const moved = all.flatMap(movementsOf).filter(({ at }) => chinaDay(new Date(at)) === day)
      if (moved.length === 0) return undefined
      const file = protocol === 'alipay' ? alipayBill(moved, day) : wechatBill(moved)
      const token = randomBytes(16).toString('hex')
      files.set(token, file)
      return { token, sha1: hash('sha1', file) }
    },
    /** A prepared file, once. */
    take(token: string): Uint8Array | undefined {
      const file = files.get(token)
      files.delete(token)
      return file
    },
  }
}

export type CashierBills = ReturnType<typeof createCashierBills>

const timeOf = (at: string): string => formatChinaTime(new Date(at))

const WECHAT_TITLES =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'

const wechatRow = ({ trade, refund, at }: Movement): string => {
  const paid = yuanOf(refund ? 0 : trade.amountCents)
  const returned = yuanOf(refund?.amountCents ?? 0)
  const cells = [
    timeOf(at),
    trade.appId,
    demoMerchant.mchid,
    '0',
    '',
    trade.transactionId,
    trade.outTradeNo,
    trade.openid,
    trade.tradeType,
    refund ? 'REFUND' : 'SUCCESS',
    'OTHERS',
    'CNY',
    paid,
    '0.00',
    refund?.refundId ?? '0',
    refund?.outRefundNo ?? '0',
    returned,
    '0.00',
    refund ? 'ORIGINAL' : '',
    refund ? 'SUCCESS' : '',
    trade.title,
    '',
    '0.00000',
    '0.00%',
    paid,
    returned,
    '',
  ]
  return cells.map((cell) => `\`${cell}`).join(',')
}

const sumOf = (moved: readonly Movement[], isRefund: boolean): string =>
  yuanOf(
    moved
      .filter(({ refund }) => Boolean(refund) === isRefund)
      .reduce((sum, { trade, refund }) => sum + (refund ?? trade).amountCents, 0),
  )

const wechatBill = (moved: readonly Movement[]): Uint8Array => {
  const sums = [moved.length, sumOf(moved, false), sumOf(moved, true), '0.00', '0.00000', sumOf(moved, false)]
  const lines = [
    WECHAT_TITLES,
    ...moved.map(wechatRow),
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
    [...sums, sumOf(moved, true)].map((cell) => `\`${cell}`).join(','),
  ]
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

const ALIPAY_TITLES =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

const alipayRow = ({ trade, refund, at }: Movement): string => {
  const amount = refund ? `-${yuanOf(refund.amountCents)}` : yuanOf(trade.amountCents)
  const texts = [
    trade.transactionId,
    trade.outTradeNo,
    refund ? '退款' : '交易',
    trade.title,
    timeOf(trade.createdAt),
    timeOf(at),
    '',
    '',
    '',
    '',
    'demo***@example.com',
  ].map((cell) => `${cell}\t`)
  const cells = [amount, amount, '0.00', '0.00', '0.00', '0.00', '0.00', '\t', '0.00', '0.00']
  return [...texts, ...cells, `${refund?.outRefundNo ?? ''}\t`, '0.00', '0.00', '\t'].join(',')
}

const alipayBill = (moved: readonly Movement[], day: string): Uint8Array => {
  const account = `${demoMerchant.alipaySellerId}0156`
  const details = [
    '#支付宝业务明细查询',
    `#账号：[${account}]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    ALIPAY_TITLES,
    ...moved.map(alipayRow),
    '#-----------------------------------------业务明细列表结束------------------------------------',
  ]
  const sums = ['#支付宝业务汇总查询', `#账号：[${account}]`, `合计,${sumOf(moved, false)},${sumOf(moved, true)}`]
  const name = `${account}_${day.replaceAll('-', '')}_业务明细`
  return zipSync({
    [`${name}.csv`]: gbk(`${details.join('\r\n')}\r\n`),
    [`${name}(汇总).csv`]: gbk(`${sums.join('\r\n')}\r\n`),
  })
}

let codes: Map<string, Buffer> | undefined

/** Node.js decodes GBK but does not encode it; the table is the decoder's, turned around. */
const gbkCodes = (): Map<string, Buffer> => {
  if (codes) return codes
  codes = new Map()
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const bytes = Buffer.from([lead, trail])
      const text = decoder.decode(bytes)
      if (text.length === 1 && text !== '\uFFFD') codes.set(text, bytes)
    }
  }
  return codes
}

const gbk = (text: string): Uint8Array =>
  Buffer.concat(
    [...text].map((character) =>
      character < '\u0080' ? Buffer.from(character) : (gbkCodes().get(character) ?? Buffer.from('?')),
    ),
  )
