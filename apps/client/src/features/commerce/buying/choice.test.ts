import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { Goods, GoodsConfiguration, GoodsPrice, ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { describe, expect, it } from 'vitest'
import {
  chosenConfiguration,
  chosenGoods,
  chosenPrice,
  chosenZone,
  configurationLike,
  hardwareOf,
  systemsOf,
} from './choice.ts'
import { emptySelection } from './selection.ts'

const configuration = (configId: number, memoryGb: number, version: '10/B' | '10/H'): GoodsConfiguration => ({
  configId,
  cpuCores: 8,
  memoryGb,
  storageGb: 64,
  version,
  imageTypes: [1],
  isVideoEdition: configId === 9,
})
const goods = {
  goodId: 2,
  configurations: [
    configuration(9, 4, '10/B'),
    configuration(1, 4, '10/B'),
    configuration(2, 6, '10/B'),
    configuration(3, 4, '10/H'),
  ],
} as unknown as Goods
const idsOf = (configurations: readonly GoodsConfiguration[]) => configurations.map(({ configId }) => configId)

const price = (goodTime: number, isMetered = false) => ({ id: goodTime, goodTime, isMetered }) as GoodsPrice
const zone = (zoneId: number, inventoryStatus: InventoryStatus): ZoneStock => ({ zoneId, name: '', inventoryStatus })

describe('what is chosen for somebody who has not said', () => {
  it('is the first model, its first configuration that is sold, and a month', () => {
    expect(chosenGoods([goods], { ...emptySelection, goodId: 99 })).toBe(goods)
    expect(chosenConfiguration(goods, { ...emptySelection, configId: 9 })?.configId).toBe(1)
    expect(chosenPrice([price(1), price(720)], emptySelection)?.id).toBe(720)
  })

  it('is the first zone with stock, also in place of one that is sold out', () => {
    const zones = [zone(1, InventoryStatus.insufficient), zone(2, InventoryStatus.nervous)]
    expect(chosenZone(zones, { ...emptySelection, zoneId: 1 })?.zoneId).toBe(2)
    expect(chosenZone(zones.slice(0, 1), emptySelection)).toBeUndefined()
  })
})

describe('a configuration', () => {
  it('is offered once for each hardware, with the system that is chosen where it has it', () => {
    expect(idsOf(hardwareOf(goods, configuration(3, 4, '10/H')))).toEqual([3, 2])
    expect(idsOf(systemsOf(goods, configuration(3, 4, '10/H')))).toEqual([1, 3])
  })

  it('of another model has the same system', () => {
    expect(configurationLike(goods, configuration(77, 12, '10/H'))?.configId).toBe(3)
    expect(configurationLike(goods, undefined)?.configId).toBe(1)
  })
})

it('tells a metered hour from one that is paid for ahead', () => {
  const prices = [price(1), { ...price(1, true), id: 5 }]
  expect(chosenPrice(prices, { ...emptySelection, goodTime: 1, isMetered: true })?.id).toBe(5)
  expect(chosenPrice(prices, { ...emptySelection, goodTime: 1 })?.id).toBe(1)
})
