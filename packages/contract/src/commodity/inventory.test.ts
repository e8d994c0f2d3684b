import { expect, it } from 'vitest'
import { InventoryStatus } from './enums.ts'
import { inventoryStatusOf } from './inventory.ts'

it.each([
  [100, 100, InventoryStatus.adequate],
  [50, 100, InventoryStatus.adequate],
  [49, 100, InventoryStatus.normal],
  [20, 100, InventoryStatus.normal],
  [19, 100, InventoryStatus.nervous],
  [1, 100, InventoryStatus.nervous],
  [1, 1, InventoryStatus.adequate],
  [0, 100, InventoryStatus.insufficient],
  [-1, 100, InventoryStatus.insufficient],
  [0, 0, InventoryStatus.insufficient],
])('%i of %i left is status %i', (left, capacity, status) => expect(inventoryStatusOf(left, capacity)).toBe(status))
