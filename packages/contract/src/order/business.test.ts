import { expect, it } from 'vitest'
import { allCalls } from '../calls.ts'
import { businessOfCall, namedBusinesses } from './business.ts'
import { createOrder } from './calls.ts'

it('is what section 5 says of each order', () => {
  expect(businessOfCall).toEqual({
    createCloudOrder: 1,
    createCloudOrderNew: 1,
    createBigUserLinkOrder: 1,
    createSeckillActivityOrder: 1,
    createTimeToMonthOrder: 1,
    createUpOrDownOrder: 2,
    createVideoOrder: 2,
    purchaseActivationCode: 5,
    agentBalanceRecharge: null,
  })
  expect(namedBusinesses).toEqual([3, 4])
})

it('knows every call that creates an order', () => {
  const creating = allCalls.filter((call) => call.idempotent && call.path.startsWith('/vmcloud/api/order/'))
  const names = creating.map((call) => call.path.split('/').pop())
  expect(names.toSorted()).toEqual([...Object.keys(businessOfCall), 'createOrder'].toSorted())
})

it('lets createOrder name no other', () => {
  const { businessType } = createOrder.input.shape
  expect([1, 2, 3, 4, 5, '3'].filter((value) => businessType.safeParse(value).success)).toEqual([3, 4])
})
