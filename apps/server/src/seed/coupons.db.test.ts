import { expect, it } from 'vitest'
import { coupons, couponTemplates } from '../tables/coupons.ts'
import { useServer } from '../testing/use-server.ts'
import { seedCoupons } from './coupons.ts'
import { demoAccount, seedDemo } from './demo.ts'

const server = await useServer()

it('fills the demo wallet with coupons of every kind, once, by several processes at once', async () => {
  const { db } = server.database
  await seedDemo(db, server.clock)
  await Promise.all([1, 2, 3].map(() => seedCoupons(db, server.clock)))
  const before = [await db.$count(couponTemplates), await db.$count(coupons)]
  await seedCoupons(db, server.clock)
  expect([await db.$count(couponTemplates), await db.$count(coupons)]).toEqual(before)
  const { mobilePhone, password } = demoAccount
  const { data } = await server.post('/vmcloud/api/user/login', { mobilePhone, password })
  const list = await server.get('/vmcloud/api/coupon/getCouponList', { token: (data as { token: string }).token })
  expect(list.data).toMatchObject({ counts: { efficient: 7, used: 0, expired: 1, invalid: 1 } })
})
