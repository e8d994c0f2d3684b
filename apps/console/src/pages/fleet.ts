import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Tone } from '../ui/states.tsx'
import { deviceTone } from './labels.tsx'

const MOST_CELLS = 300

interface Group {
  readonly title: string
  readonly tone: Tone
  readonly devices: number
}

const titles: readonly (readonly [Tone, string])[] = [
  ['run', '运行中'],
  ['soon', '故障'],
  ['dead', '已到期（保留中）'],
  ['back', '任务进行中'],
  ['off', '已关机'],
]

/** Devices by tone; released ones are no longer part of the fleet. */
export const fleetGroups = (byState: readonly { state: DeviceState; devices: number }[]): Group[] => {
  const held = byState.filter(({ state }) => state !== 'released')
  return titles.map(([tone, title]) => ({
    title,
    tone,
    devices: held.filter(({ state }) => deviceTone(state) === tone).reduce((sum, { devices }) => sum + devices, 0),
  }))
}

/** A cell for every so many devices. Groups that exist have a cell at least: a few broken ones must be seen. */
export const fleetCells = (groups: readonly Group[]): { cells: Tone[]; devicesPerCell: number } => {
  const total = groups.reduce((sum, { devices }) => sum + devices, 0)
  const devicesPerCell = Math.max(Math.ceil(total / MOST_CELLS), 1)
  const cells = groups.flatMap(({ tone, devices }) =>
    Array.from({ length: Math.max(Math.round(devices / devicesPerCell), Math.min(devices, 1)) }, () => tone),
  )
  return { cells, devicesPerCell }
}
