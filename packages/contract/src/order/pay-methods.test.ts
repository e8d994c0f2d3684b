import { expect, it } from 'vitest'
import { PayMethod } from './enums.ts'
import { orderKinds } from './kinds.ts'
import { isOfferedIn, payMethodsOf } from './pay-methods.ts'
import { payScenes } from './pay-scenes.ts'

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

it('offers Alipay in a browser, and not inside the messaging app', () => {
  const offering = (method: PayMethod) => payScenes.filter((scene) => isOfferedIn(method, scene))
  expect(offering(PayMethod.alipay)).toEqual(['h5', 'desktop'])
  expect(offering(PayMethod.wechat)).toEqual(payScenes)
})
