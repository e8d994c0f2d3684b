import { createSign, generateKeyPairSync } from 'node:crypto'
import { signNotice } from '../../apps/server/src/adapters/embedded-cashier/alipay-sign.ts'
import type { SignedNotice } from '../../apps/server/src/adapters/embedded-cashier/notice.ts'
import { sealWechat } from '../../apps/server/src/adapters/embedded-cashier/notice.ts'
import { stateOf, transactionOf } from '../../apps/server/src/adapters/embedded-cashier/wechat-gateway.ts'
import type { ProviderName } from '../../apps/server/src/platform/payments.ts'
import type { PaymentHarness } from '../../apps/server/src/testing/payment-harness.ts'

type Forgery = readonly [what: string, notice: SignedNotice]

const DAYS_2_MS = 2 * 24 * 60 * 60_000
const MINUTES_6_MS = 6 * 60_000

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Forged notices of a payment, some signed with the provider's key. */
export const forgeriesOf = (
  harness: PaymentHarness,
  provider: ProviderName,
  number: string,
  settled: string,
): Promise<readonly Forgery[]> =>
  provider === 'alipay' ? forAlipay(harness, number, settled) : forWechat(harness, number, settled)

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const forAlipay = async (harness: PaymentHarness, number: string, settled: string): Promise<readonly Forgery[]> => {
  const honest = await harness.noticeOf('alipay', number)
  const { sign = '', sign_type: _type, ...fields } = Object.fromEntries(new URLSearchParams(honest.body))
  const { transactionId } = await harness.tradeOf('alipay', settled)
  const { keys } = harness
  const written = (all: Record<string, string>): SignedNotice => ({
    headers: form,
    body: new URLSearchParams(all).toString(),
  })
  const changed = (changes: Record<string, string>, key = keys.cashierPrivateKey): SignedNotice =>
    written(signNotice({ ...fields, ...changes }, key))
  const weak = createSign('RSA-SHA1').update('a=1').sign(keys.cashierPrivateKey, 'base64')
  const old = new Date(harness.server.clock.now().getTime() - DAYS_2_MS + 8 * 60 * 60_000)
  return [
    ['nothing at all', { headers: form, body: '' }],
    ['no signature', written(fields)],
    ['another signature', written({ ...fields, sign_type: 'RSA2', sign: `${sign.slice(0, -8)}AAAAAAA=` })],
    ['signed by a stranger', changed({}, stranger.privateKey)],
    ['a weaker kind of signature', written({ ...fields, sign_type: 'RSA', sign: weak })],
    ['an unknown kind of signature', written({ ...fields, sign_type: 'NONE', sign })],
    [
      'an amount changed on the way',
      { headers: form, body: honest.body.replace('total_amount=50.00', 'total_amount=0.01') },
    ],
    ['a field twice', { headers: form, body: `${honest.body}&total_amount=50.00` }],
    ['another amount', changed({ total_amount: '0.01' })],
    ['no amount', changed({ total_amount: 'NaN' })],
    ['another app', changed({ app_id: 'another-app' })],
    ['another merchant', changed({ seller_id: 'another-seller' })],
    ['another currency', changed({ trans_currency: 'USD' })],
    ['two days old', changed({ notify_time: old.toISOString().slice(0, 19).replace('T', ' ') })],
    ['no time', changed({ notify_time: '' })],
    ['an unknown payment', changed({ out_trade_no: 'yj000000' })],
    ['money of another payment', changed({ trade_no: transactionId })],
    ['another body', { headers: form, body: '%%%' }],
  ]
}

const forWechat = async (harness: PaymentHarness, number: string, settled: string): Promise<readonly Forgery[]> => {
  const { keys, server } = harness
  const now = server.clock.now()
  const honest = await harness.noticeOf('wechat', number)
  const trade = await harness.tradeOf('wechat', number)
  const { transactionId } = await harness.tradeOf('wechat', settled)
  const transaction = transactionOf(trade, stateOf(trade, now))
  const sealed = (changes: object, with_ = keys, at = now): SignedNotice =>
    sealWechat(with_, { id: 'forged', about: 'transaction', resource: { ...transaction, ...changes } }, at)
  const headed = (changes: Record<string, string>): SignedNotice => ({
    ...honest,
    headers: { ...honest.headers, ...changes },
  })
  const { 'wechatpay-signature': _signature, ...unsigned } = honest.headers
  return [
    ['nothing at all', { headers: { 'content-type': 'application/json' }, body: '' }],
    ['no signature', { ...honest, headers: unsigned }],
    ['another signature', headed({ 'wechatpay-signature': 'AAAA' })],
    ['signed by a stranger', sealed({}, { ...keys, cashierPrivateKey: stranger.privateKey })],
    ['an unknown serial number', headed({ 'wechatpay-serial': 'OTHER' })],
    ['a serial number of an object', headed({ 'wechatpay-serial': 'constructor' })],
    ['another moment in the header', headed({ 'wechatpay-timestamp': String(Math.floor(now.getTime() / 1000) + 1) })],
    ['no moment', headed({ 'wechatpay-timestamp': 'now' })],
    ['six minutes old', sealed({}, keys, new Date(now.getTime() - MINUTES_6_MS))],
    ['six minutes ahead', sealed({}, keys, new Date(now.getTime() + MINUTES_6_MS))],
    ['a changed body', { ...honest, body: honest.body.replace('支付成功', '支付成了') }],
    ['encrypted with another key', sealed({}, { ...keys, apiV3Key: '0'.repeat(32) })],
    ['another amount', sealed({ amount: { total: 1, currency: 'CNY' } })],
    ['no amount', sealed({ amount: { total: '5000', currency: 'CNY' } })],
    ['another currency', sealed({ amount: { total: 5_000, currency: 'USD' } })],
    ['another app', sealed({ appid: 'another-app' })],
    ['another merchant', sealed({ mchid: 'another-mchid' })],
    ['a payment that failed', sealed({ trade_state: 'PAYERROR' })],
    ['an unknown payment', sealed({ out_trade_no: 'yj000000' })],
    ['money of another payment', sealed({ transaction_id: transactionId })],
    ['no numbers', sealed({ out_trade_no: '', transaction_id: '' })],
  ]
}
