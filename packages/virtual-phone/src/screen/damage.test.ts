import { expect, test } from 'vitest'
import { Damage } from './damage.ts'

test('damage is one stretch of whole bands within the picture', () => {
  const damage = new Damage(1000)
  expect(damage.take()).toBeNull()
  damage.add(20, 33)
  expect(damage.take()).toEqual([16, 48])
  expect(damage.isEmpty).toBe(true)
  damage.add(100, 101)
  damage.add(500, 512)
  expect(damage.take()).toEqual([96, 512])
  damage.add(-50, 1)
  damage.add(999, 2000)
  expect(damage.take()).toEqual([0, 1000])
  damage.add(40, 40)
  damage.add(1200, 1300)
  expect(damage.take()).toBeNull()
})
