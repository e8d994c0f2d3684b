import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { expect, it } from 'vitest'
import { methodRows, methodToUse } from './methods.ts'

const { alipay, wechat, beans, balance } = PayMethod
const order = { payMethods: [alipay, wechat, beans, balance], payableCents: 2490 }
const wallet = { beansCents: 1280, balanceCents: 12_650 }

it('says what one has, and where it is too little', () => {
  expect(methodRows(order, wallet, 'h5').slice(2)).toEqual([
    { method: beans, name: '云豆', note: '可用 1,280 豆，需 2,490 豆', shortOf: 'beans' },
    { method: balance, name: '账户余额', note: '¥126.50 可用' },
  ])
})

it.each(['miniProgram', 'messagingBrowser'] as const)('offers no Alipay inside WeChat (%s)', (scene) => {
  expect(methodRows(order, wallet, scene).map(({ method }) => method)).toEqual([wechat, beans, balance])
})

it('takes the first way that can pay where the chosen one cannot', () => {
  const rows = methodRows(order, wallet, 'h5')
  expect(methodToUse(rows, balance)?.method).toBe(balance)
  expect(methodToUse(rows, beans)?.method).toBe(alipay)
  expect(methodToUse(methodRows({ ...order, payMethods: [beans] }, wallet, 'h5'), undefined)).toBeUndefined()
})
