import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { orderKinds } from '@yunji/contract/commerce/order/enums'
import type { OrderGoods } from '@yunji/contract/commerce/order/schema'
import { expect, it } from 'vitest'
import { againPath } from './order-again.ts'

const goods: OrderGoods = {
  goodId: 3,
  configId: 7,
  goodsName: '旗舰云手机',
  goodsLevel: GoodsLevel.flagship,
  picture: '/a.webp',
  zoneId: 2,
  zoneName: '华东 · 上海',
  goodTime: 720,
  quantity: 2,
  isMetered: false,
}

it('buys the same phones again, in the same zone', () => {
  expect(againPath('buy', goods)).toBe('/pages/create/buyGoods?goodId=3&configId=7&goodTime=720&zoneId=2&quantity=2')
  expect(againPath('buy', { ...goods, zoneId: null, isMetered: true })).toMatch(/goodTime=720&quantity=2&isMetered=1$/)
})

it('changes a device once, and buys everything else again', () => {
  const once = orderKinds.filter((kind) => againPath(kind, null) === undefined)
  expect(new Set(once)).toEqual(new Set(['change', 'toMonthly', 'video']))
})
