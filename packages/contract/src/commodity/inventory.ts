import { InventoryStatus } from './enums.ts'

/** From these parts of what a zone holds on, there is plenty of it, or enough. */
const ADEQUATE_FROM = 0.5
const NORMAL_FROM = 0.2

/** How much of a configuration is left in a zone, in words that a buyer can act on: only the last means none. */
export const inventoryStatusOf = (left: number, capacity: number): InventoryStatus => {
  if (left <= 0) return InventoryStatus.insufficient
  if (left >= capacity * ADEQUATE_FROM) return InventoryStatus.adequate
  return left >= capacity * NORMAL_FROM ? InventoryStatus.normal : InventoryStatus.nervous
}
