import { expect, test } from 'vitest'
import { fleetCells, fleetGroups } from './fleet.ts'

test('states are grouped, without released devices, and running ones that end soon stand apart', () => {
  const groups = fleetGroups({
    byState: [
      { state: 'running', devices: 90 },
      { state: 'backingUp', devices: 3 },
      { state: 'rebooting', devices: 2 },
      { state: 'faulty', devices: 1 },
      { state: 'released', devices: 500 },
    ],
    expiringRunning: 7,
    unreachable: 4,
  })
  expect(groups.map(({ tone, devices }) => [tone, devices])).toEqual([
    ['run', 79],
    ['soon', 7],
    ['fault', 1],
    ['offline', 4],
    ['dead', 0],
    ['back', 5],
    ['off', 0],
  ])
})

test('a small fleet has a cell for each device', () => {
  const { cells, devicesPerCell } = fleetCells(
    fleetGroups({ byState: [{ state: 'running', devices: 12 }], expiringRunning: 0, unreachable: 0 }),
  )
  expect([cells.length, devicesPerCell]).toEqual([12, 1])
})

test('a large fleet has about 300 cells, and a single broken device is seen', () => {
  const groups = fleetGroups({
    byState: [
      { state: 'running', devices: 99_999 },
      { state: 'faulty', devices: 1 },
    ],
    expiringRunning: 0,
    unreachable: 0,
  })
  const { cells, devicesPerCell } = fleetCells(groups)
  expect(devicesPerCell).toBe(334)
  expect(cells.filter((tone) => tone === 'fault')).toHaveLength(1)
  expect(cells.length).toBeLessThanOrEqual(301)
})
