import { expect, test } from 'vitest'
import { isTabPath, tabBehind, tabs } from './tabs.ts'

test('the three tabs of the specification, in its order', () => {
  expect(tabs.map(({ route }) => route)).toEqual(['Home/index', 'Home/create', 'Home/user'])
})

test('a tab is told by its exact path', () => {
  expect(isTabPath('/pages/Home/user')).toBe(true)
  expect(isTabPath('/pages/user/coupon')).toBe(false)
})

test.each([
  ['user/coupon', 'Home/user'],
  ['create/goodsDetails', 'Home/create'],
  ['Device/transfer', undefined],
  ['Group/pages/MoveGroup', undefined],
  ['notFound/index', undefined],
])('behind %s stands %s', (route, tab) => {
  expect(tabBehind(route)).toBe(tab)
})
