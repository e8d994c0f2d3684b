import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { BigUserItem } from '@yunji/contract/commerce/order/schema'
import { expect, it } from 'vitest'
import { countOf, linesOf, linkCodeIn, totalOf, zonesOfAll } from './basket.ts'

const { adequate, nervous, insufficient } = InventoryStatus
const item = (id: number, goodPrice: number) => ({ id, goodPrice }) as BigUserItem
const zone = (zoneId: number, inventoryStatus: InventoryStatus) => ({ zoneId, name: '', inventoryStatus })

it('counts and sums what is in it', () => {
  const lines = linesOf(
    [item(1, 1999), item(2, 500), item(3, 1)],
    new Map([
      [1, 3],
      [2, 0],
      [3, 7],
    ]),
  )
  expect([lines.length, countOf(lines), totalOf(lines)]).toEqual([2, 10, 6004])
})

it('has as much of a zone as of its scarcest part there', () => {
  const statuses = zonesOfAll([
    [zone(1, adequate), zone(2, adequate), zone(3, nervous)],
    [zone(1, nervous), zone(3, adequate)],
  ]).map(({ inventoryStatus }) => inventoryStatus)
  expect(statuses).toEqual([nervous, insufficient, nervous])
})

it('is read alone or out of an address', () => {
  expect(linkCodeIn(' abcd-1234_X ')).toBe('abcd-1234_X')
  expect(linkCodeIn('https://yunji.example/pages/create/bigUserBuyGoods?a=1&linkCode=abcd1234#x')).toBe('abcd1234')
})

it.each(['', 'short', 'has space in it', 'https://yunji.example/?linkCode=no', '编号编号编号编号'])(
  'is none in %j',
  (text) => {
    expect(linkCodeIn(text)).toBeUndefined()
  },
)
