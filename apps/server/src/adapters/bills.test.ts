import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readAlipayBill } from './alipay/bill.ts'
import { readWechatBill } from './wechat-pay/bill.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** Columns in the order of the vendor's document. */
const WECHAT_HEAD =
  '\uFEFF交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const WECHAT_SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const paid =
  '`2026-11-17 23:59:59,`wx1,`1900000109,`0,`,`4200001,`yj1w,`openid,`JSAPI,`SUCCESS,`OTHERS,`CNY,`9.00,`0.00,`0,`0,`0.00,`0.00,`,`,`云手机,一台,`,`0.05400,`0.60%,`10.00,`0.00,`'
const refunded = (state: string) =>
  `\`2026-11-17 12:00:00,\`wx1,\`1900000109,\`0,\`,\`4200001,\`yj1w,\`openid,\`JSAPI,\`REFUND,\`OTHERS,\`CNY,\`0.00,\`0.00,\`5030001,\`r1,\`2.50,\`0.00,\`ORIGINAL,\`${state},\`云手机,\`,\`-0.02000,\`0.60%,\`0.00,\`2.50,\``
const wechatBill = (...rows: string[]) => bytes([WECHAT_HEAD, ...rows, WECHAT_SUMS, '`1,`9.00', ''].join('\r\n'))

describe('a bill of WeChat Pay', () => {
  it('is read with our amounts, before discounts', () => {
    expect(readWechatBill(wechatBill(paid, refunded('SUCCESS')), '1900000109').lines).toEqual([
      {
        subject: 'payment',
        number: 'yj1w',
        transactionId: '4200001',
        amountCents: 1000,
        feeCents: 5,
        day: '2026-11-17',
        isSettled: true,
      },
      {
        subject: 'refund',
        number: 'r1',
        transactionId: '5030001',
        amountCents: 250,
        feeCents: -2,
        day: '2026-11-17',
        isSettled: true,
      },
    ])
  })

  it('tells refunds on their way from failed ones', () => {
    expect(readWechatBill(wechatBill(refunded('PROCESSING')), '1900000109').lines).toMatchObject([{ isSettled: false }])
    expect(readWechatBill(wechatBill(refunded('FAIL')), '1900000109').lines).toEqual([])
  })

  it.each([
    ['another merchant', wechatBill(paid), '1900000110', '商户号'],
    ['a file that was cut off', bytes(`${WECHAT_HEAD}\r\n${paid}\r\n`), '1900000109', '汇总'],
    ['a line that was cut off', wechatBill(paid.slice(0, 120)), '1900000109', '第 2 行'],
    ['another file', bytes('name,age\r\nx,1\r\n'), '1900000109', '没有“交易时间”一列'],
    ['a negative amount', wechatBill(paid.replace('`10.00', '`-10.00')), '1900000109', '不是金额'],
    ['a number that is too long', wechatBill(paid.replace('yj1w', 'y'.repeat(65))), '1900000109', '不是单号'],
    ['an amount that is none', wechatBill(paid.replace('`10.00', '`ten')), '1900000109', '不是金额'],
    ['a time that is none', wechatBill(paid.replace('2026-11-17 23', 'yesterday')), '1900000109', '不是时间'],
    ['nothing', bytes(''), '1900000109', '没有'],
  ])('is refused: %s', (_name, file, mchid, reason) => {
    expect(() => readWechatBill(file, mchid)).toThrow(reason)
  })
})

const ALIPAY_HEAD = [
  '#支付宝业务明细查询',
  '#账号：[20880001112223330156]',
  '#起始日期：[2026年11月17日 00:00:00]   终止日期：[2026年11月18日 00:00:00]',
  '#---------业务明细列表---------',
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
]
const alipayRow = (kind: string, amount: string, name: string, refundNumber: string) =>
  `2026111722001\t,yj1a\t,${kind}\t,${name}\t,2026-11-17 10:00:00\t,2026-11-17 10:00:05\t,\t,\t,\t,\t,a**@b.c\t,${amount},${amount},0.00,0.00,0.00,0.00,0.00,\t,0.00,0.00,${refundNumber}\t,-0.06,0.00,备注`
/** Names in GBK without the flag for UTF-8, as Alipay's archives have them. */
const withNames = (file: Uint8Array, names: Readonly<Record<string, string>>): Uint8Array => {
  const gbk: Readonly<Record<string, string>> = {
    汇总明细: 'bbe3d7dcc3f7cfb8',
    业务明细: 'd2b5cef1c3f7cfb8',
  }
  let text = Buffer.from(file).toString('latin1')
  for (const [ascii, name] of Object.entries(names))
    text = text.replaceAll(ascii, Buffer.from(gbk[name] ?? '', 'hex').toString('latin1'))
  return Buffer.from(text, 'latin1')
}
const alipayBill = (...rows: string[]) => [...ALIPAY_HEAD, ...rows, '#--业务明细列表结束--', ''].join('\r\n')

describe('a bill of Alipay', () => {
  const rows = [alipayRow('交易', '10.00', '云手机,一台,三个月', ''), alipayRow('退款', '-2.50', '云手机', 'r1')]
  const lines = [
    { subject: 'payment', number: 'yj1a', amountCents: 1000, feeCents: 6, day: '2026-11-17' },
    { subject: 'refund', number: 'r1', amountCents: 250, isSettled: true },
  ]

  it('is read, also with commas in the name of the goods', () => {
    expect(readAlipayBill(bytes(alipayBill(...rows)), '2088000111222333')).toMatchObject({ day: '2026-11-17', lines })
  })

  it('is read from an archive, past the file of sums, whose name is in GBK', () => {
    const sums = '#支付宝业务汇总查询\n#账号：[20880001112223330156]\n门店编号,交易订单总笔数'
    const file = zipSync({ 'sumsname.csv': bytes(sums), 'details1.csv': bytes(alipayBill(...rows)) })
    const named = withNames(file, { sumsname: '汇总明细', details1: '业务明细' })
    expect(readAlipayBill(named, '2088000111222333')).toMatchObject({ lines })
  })

  it('without lines names its day', () => {
    expect(readAlipayBill(bytes(alipayBill()), '2088000111222333')).toEqual({ day: '2026-11-17', lines: [] })
  })

  it.each([
    ['another account', bytes(alipayBill(...rows)), '2088000111222334', '账号'],
    ['an archive without details', zipSync({ 'x(汇总).csv': bytes('x') }), '2088000111222333', '没有明细'],
    ['a broken archive', bytes('PK\u0003\u0004xxxx'), '2088000111222333', ''],
    ['a line that was cut off', bytes(alipayBill('1,2,交易')), '2088000111222333', '不完整'],
    [
      'a number that is too long',
      bytes(alipayBill((rows[0] ?? '').replace('yj1a', 'y'.repeat(65)))),
      '2088000111222333',
      '不是单号',
    ],
    [
      'a character that cannot be stored',
      bytes(alipayBill((rows[0] ?? '').replace('yj1a', 'y\0'))),
      '2088000111222333',
      '无法识别',
    ],
    ['a file that was cut off', bytes([...ALIPAY_HEAD, ...rows].join('\r\n')), '2088000111222333', '没有结束行'],
    ['a file that unpacks to too much', zipSync({ 'x.csv': new Uint8Array(33 << 20) }), '2088000111222333', '太大'],
  ])('is refused: %s', (_name, file, sellerId, reason) => {
    expect(() => readAlipayBill(file, sellerId)).toThrow(reason)
    expect(() => readAlipayBill(file, sellerId)).toThrow(expect.objectContaining({ name: 'BillRefused' }))
  })
})
