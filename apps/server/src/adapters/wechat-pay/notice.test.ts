import { createCipheriv, createSign, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { readWechatNotice } from './notice.ts'

/** Built from the vendor's document without its SDK: signed lines, and AEAD_AES_256_GCM with the tag at the end. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const apiV3Key = 'a-key-of-thirty-two-characters!!'
const merchant = { mchid: '1900000109', officialAppId: 'wxd678efh567hg6787' }
const now = new Date('2018-06-08T10:34:56+08:00')
const transaction = {
  appid: 'wxd678efh567hg6787',
  mchid: '1900000109',
  out_trade_no: '1217752501201407033233368018',
  transaction_id: '1217752501201407033233368018',
  trade_type: 'JSAPI',
  trade_state: 'SUCCESS',
  success_time: '2018-06-08T10:34:56+08:00',
  payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  amount: { total: 100, payer_total: 100, currency: 'CNY', payer_currency: 'CNY' },
}

const encrypt = (content: object): string => {
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, 'fdasflkja484').setAAD(Buffer.from('transaction'))
  return Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  )
}
const noticeOf = (content: object, changes: { timestamp?: string; event?: string } = {}) => {
  const { timestamp = String(now.getTime() / 1000), event = 'TRANSACTION.SUCCESS' } = changes
  const body = JSON.stringify({
    id: 'EV-2018022511223320873',
    event_type: event,
    resource: {
      algorithm: 'AEAD_AES_256_GCM',
      original_type: 'transaction',
      associated_data: 'transaction',
      nonce: 'fdasflkja484',
      ciphertext: encrypt(content),
    },
  })
  const signature = createSign('RSA-SHA256').update(`${timestamp}\nnonce\n${body}\n`).sign(privateKey, 'base64')
  const headers = {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'nonce',
    'wechatpay-serial': 'SERIAL',
    'wechatpay-signature': signature,
  }
  return { headers, body }
}
const read = (notice: ReturnType<typeof noticeOf>) =>
  readWechatNotice({ apiV3Key, platformKeys: { SERIAL: publicKey } }, merchant, notice, now)

it('believes what is signed and encrypted as the document says', () => {
  const numbers = { outTradeNo: transaction.out_trade_no, transactionId: transaction.transaction_id }
  expect(read(noticeOf(transaction))).toEqual({ about: 'payment', ...numbers, amountCents: 100 })
})

it('hears of refunds, and of nothing that is not ours', () => {
  const refund = { mchid: '1900000109', out_refund_no: 'r1', refund_status: 'SUCCESS' }
  const content = (status: string) =>
    read(noticeOf({ ...refund, refund_status: status }, { event: `REFUND.${status}` }))
  expect(content('SUCCESS')).toEqual({ about: 'refund', outRefundNo: 'r1', status: 'refunded' })
  expect(content('ABNORMAL')).toEqual({ about: 'refund', outRefundNo: 'r1', status: 'abnormal' })
  expect(content('CLOSED')).toEqual({ about: 'refund', outRefundNo: 'r1', status: 'closed' })
  expect(content('SOMETHING_NEW')).toEqual({ about: 'nothing' })
  const foreign = noticeOf({ ...refund, mchid: '1' }, { event: 'REFUND.SUCCESS' })
  expect(() => read(foreign)).toThrow('another merchant')
})

const moved = (seconds: number) => noticeOf(transaction, { timestamp: String(now.getTime() / 1000 + seconds) })

it.each([300, -300])('believes what was sent %d seconds away', (seconds) =>
  expect(read(moved(seconds))).toMatchObject({ about: 'payment' }),
)

it.each([301, -301])('takes %d seconds for too far', (seconds) => expect(() => read(moved(seconds))).toThrow('too old'))
