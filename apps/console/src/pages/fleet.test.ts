import { expect, test } from 'vitest'
import { fleetCells, fleetGroups } from './fleet.ts'

test('states are grouped by tone, without released devices', () => {
  const groups = fleetGroups([
    { state: 'running', devices: 90 },
    { state: 'backingUp', devices: 3 },
    { state: 'rebooting', devices: 2 },
    { state: 'faulty', devices: 1 },
    { state: 'released', devices: 500 },
  ])
  expect(groups.map(({ tone, devices }) => [tone, devices])).toEqual([
    ['run', 90],
    ['soon', 1],
    ['dead', 0],
    ['back', 5],
    ['off', 0],
  ])
})

test('a small fleet has a cell for each device', () => {
  const { cells, devicesPerCell } = fleetCells(fleetGroups([{ state: 'running', devices: 12 }]))
  expect([cells.length, devicesPerCell]).toEqual([12, 1])
})

test('a large fleet has about 300 cells, and a single broken device is seen', () => {
  const groups = fleetGroups([
    { state: 'running', devices: 99_999 },
    { state: 'faulty', devices: 1 },
  ])
  const { cells, devicesPerCell } = fleetCells(groups)
  expect(devicesPerCell).toBe(334)
  expect(cells.filter((tone) => tone === 'soon')).toHaveLength(1)
  expect(cells.length).toBeLessThanOrEqual(301)
})
