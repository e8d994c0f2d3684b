import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Tone } from '../ui/states.tsx'
import { deviceTone } from './labels.tsx'

const MOST_CELLS = 300

/** Faults and devices that are offline are striped: beside the colours of expired and stopped ones. */
type FleetTone = Tone | 'fault' | 'offline'

interface Group {
  readonly title: string
  readonly tone: FleetTone
  readonly devices: number
}

interface Fleet {
  readonly byState: readonly { readonly state: DeviceState; readonly devices: number }[]
  /** Devices that are online and end within 24 hours. */
  readonly expiringRunning: number
  /** Running devices of zones that do not answer. */
  readonly unreachable: number
}

/** Devices by group; released ones are no longer part of the fleet. */
export const fleetGroups = ({ byState, expiringRunning, unreachable }: Fleet): Group[] => {
  const held = byState.filter(({ state }) => state !== 'released')
  const countOf = (tone: Tone): number =>
    held.filter(({ state }) => deviceTone(state) === tone).reduce((sum, { devices }) => sum + devices, 0)
  return [
    { title: '运行中', tone: 'run', devices: Math.max(countOf('run') - expiringRunning - unreachable, 0) },
    { title: '即将到期', tone: 'soon', devices: expiringRunning },
    { title: '故障', tone: 'fault', devices: countOf('soon') },
    { title: '离线（机房失联）', tone: 'offline', devices: unreachable },
    { title: '已到期（保留中）', tone: 'dead', devices: countOf('dead') },
    { title: '任务进行中', tone: 'back', devices: countOf('back') },
    { title: '已关机', tone: 'off', devices: countOf('off') },
  ]
}

/** A cell for every so many devices. Groups that exist have a cell at least: a few broken ones must be seen. */
export const fleetCells = (groups: readonly Group[]): { cells: FleetTone[]; devicesPerCell: number } => {
  const total = groups.reduce((sum, { devices }) => sum + devices, 0)
  const devicesPerCell = Math.max(Math.ceil(total / MOST_CELLS), 1)
  const cells = groups.flatMap(({ tone, devices }) =>
    Array.from({ length: Math.max(Math.round(devices / devicesPerCell), Math.min(devices, 1)) }, () => tone),
  )
  return { cells, devicesPerCell }
}
