import { expect, it } from 'vitest'
import { PayMethod } from './enums.ts'
import { orderKinds } from './kinds.ts'
import { payMethodsOf } from './pay-methods.ts'

it('lets nobody buy beans with beans, or fill a balance from itself', () => {
  expect(payMethodsOf('beans')).toEqual([PayMethod.alipay, PayMethod.wechat, PayMethod.balance])
  expect(payMethodsOf('balance')).toEqual([PayMethod.alipay, PayMethod.wechat])
})

it.each(orderKinds.filter((kind) => kind !== 'beans' && kind !== 'balance'))('pays %s in four ways', (kind) =>
  expect(payMethodsOf(kind)).toEqual([PayMethod.alipay, PayMethod.wechat, PayMethod.beans, PayMethod.balance]),
)

it('lets the first hour of a metered phone be paid in beans alone', () => {
  expect(payMethodsOf('buy', true)).toEqual([PayMethod.beans])
})
