import { expect, it } from 'vitest'
import { readPublicKey } from '../pem.ts'
import { readAlipayNotice } from './notice.ts'
import { AlipaySdk } from './sdk.ts'
import { centsOf, yuanOf } from './yuan.ts'

/** Notice that Alipay signed in 2019, published with the tests of its SDK. */
const recorded = {
  publicKey:
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcOrxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5JwIDAQAB',
  fields: {
    gmt_create: '2019-08-15 15:56:22',
    charset: 'utf-8',
    seller_email: 'z97-yuquerevenue@service.aliyun.com',
    subject: '语雀空间 500人规模',
    sign: 'QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==',
    buyer_id: '2088102534368455',
    invoice_amount: '0.10',
    notify_id: '2019081500222155624068450559358070',
    fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
    notify_type: 'trade_status_sync',
    trade_status: 'TRADE_SUCCESS',
    receipt_amount: '0.10',
    buyer_pay_amount: '0.10',
    sign_type: 'RSA2',
    app_id: '2019073166072302',
    seller_id: '2088531891668739',
    gmt_payment: '2019-08-15 15:56:24',
    notify_time: '2019-08-15 15:56:25',
    version: '1.0',
    out_trade_no: '20190815155618536-564-57',
    total_amount: '0.10',
    trade_no: '2019081522001468450512505578',
    auth_app_id: '2019073166072302',
    buyer_logon_id: 'xud***@126.com',
    point_amount: '0.00',
  },
}
const merchant = { appId: '2019073166072302', sellerId: '2088531891668739' }
const then = new Date('2019-08-15T15:57:00+08:00')
const sdk = new AlipaySdk({
  appId: merchant.appId,
  privateKey: 'not needed to read',
  alipayPublicKey: readPublicKey(recorded.publicKey).export({ type: 'spki', format: 'pem' }).toString().trim(),
})
const read = (changes: Record<string, string> = {}, of = merchant, now = then) =>
  readAlipayNotice(sdk, of, new URLSearchParams({ ...recorded.fields, ...changes }).toString(), now)

it('believes what Alipay really signed', () => {
  expect(read()).toEqual({
    about: 'payment',
    outTradeNo: '20190815155618536-564-57',
    transactionId: '2019081522001468450512505578',
    amountCents: 10,
  })
})

it.each<[string, () => unknown, string]>([
  ['a changed amount', () => read({ total_amount: '0.01' }), 'signature'],
  ['an added field', () => read({ body: 'x' }), 'signature'],
  ['another kind of signature', () => read({ sign_type: 'RSA' }), 'signature'],
  ['another app', () => read({}, { ...merchant, appId: '1' }), 'another app'],
  ['another merchant', () => read({}, { ...merchant, sellerId: '1' }), 'another merchant'],
  ['two days later', () => read({}, merchant, new Date('2019-08-17T16:00:00+08:00')), 'too old'],
  ['before it was sent', () => read({}, merchant, new Date('2019-08-15T12:00:00+08:00')), 'too old'],
])('refuses it with %s', (_what, attempt, reason) => expect(attempt).toThrow(reason))

it.each([
  ['0.01', 1],
  ['0.1', 10],
  ['12', 1200],
  ['88.88', 8888],
  ['999999999.99', 99_999_999_999],
])('reads %s as %d cents', (yuan, cents) => expect(centsOf(yuan)).toBe(cents))

it.each(['', '-1', '1.234', '1e3', ' 1', 'NaN', undefined, null])('takes %s for no amount', (text) =>
  expect(() => centsOf(text)).toThrow('not an amount'),
)

it('writes amounts with two places', () => {
  expect([1, 10, 100, 123_456].map(yuanOf)).toEqual(['0.01', '0.10', '1.00', '1234.56'])
})
