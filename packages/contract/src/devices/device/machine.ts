import type { Machine, StateRule } from '../../machine.ts'
import type { ErrorName } from '../../wire/error-codes.ts'
import type { DeviceState } from './enums.ts'

type TaskState = Exclude<DeviceState, 'creating' | 'running' | 'stopped' | 'expired' | 'released' | 'faulty'>

type TaskEvent = 'reboot' | 'clean' | 'backUp' | 'restore' | 'replace' | 'changeZone' | 'changeConfiguration' | 'update'

export type DeviceEvent =
  | 'start'
  | 'stop'
  /** The owner gives it up. */
  | 'delete'
  | TaskEvent
  /** The work is over, well or not, and the phone runs. How it went is the task's own matter. */
  | 'settleRunning'
  /** The work is over, well or not, and the phone is stopped, as it was before. */
  | 'settleStopped'
  /** The phone does not respond. */
  | 'breakDown'
  /** The paid time, or the beans for the next hour, are used up. */
  | 'expire'
  | 'renew'
  /** It goes back to the stock, erased. */
  | 'release'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Deadline of each state. */
export const deviceDeadlineMs = {
  creating: 10 * MINUTE_MS,
  rebooting: 3 * MINUTE_MS,
  cleaning: 10 * MINUTE_MS,
  backingUp: HOUR_MS,
  restoring: HOUR_MS,
  replacing: 2 * HOUR_MS,
  changingZone: 2 * HOUR_MS,
  changingConfiguration: 30 * MINUTE_MS,
  updating: 30 * MINUTE_MS,
  /** Kept for its owner after expiry; a pending renewal order holds the release until it ends. */
  expired: 2 * HOUR_MS,
  /** Then it is replaced automatically. */
  faulty: 30 * MINUTE_MS,
} as const satisfies Partial<Record<DeviceState, number>>

/** One task at a time: other events are refused with this error. */
const busy = (state: TaskState, refusal: ErrorName): StateRule<DeviceState, DeviceEvent> => ({
  on: { settleRunning: 'running', settleStopped: 'stopped', breakDown: 'faulty', renew: state },
  deadline: { event: 'breakDown', afterMs: deviceDeadlineMs[state] },
  refusal,
})

/** Tasks that running and stopped phones accept. */
const tasks = {
  backUp: 'backingUp',
  restore: 'restoring',
  replace: 'replacing',
  changeZone: 'changingZone',
  changeConfiguration: 'changingConfiguration',
  update: 'updating',
} as const

export const deviceMachine: Machine<DeviceState, DeviceEvent> = {
  name: 'device',
  initial: 'creating',
  states: {
    creating: {
      on: { settleRunning: 'running', breakDown: 'faulty', release: 'released' },
      deadline: { event: 'breakDown', afterMs: deviceDeadlineMs.creating },
      refusal: 'IN_BACKUP_OR_RECOVERY',
    },
    running: {
      on: {
        start: 'running',
        stop: 'stopped',
        reboot: 'rebooting',
        clean: 'cleaning',
        ...tasks,
        breakDown: 'faulty',
        expire: 'expired',
        renew: 'running',
      },
      rests: true,
      refusals: { delete: 'DEVICE_NOT_SHUT_DOWN' },
    },
    stopped: {
      on: {
        start: 'running',
        stop: 'stopped',
        delete: 'released',
        ...tasks,
        breakDown: 'faulty',
        expire: 'expired',
        renew: 'stopped',
      },
      rests: true,
    },
    rebooting: busy('rebooting', 'IN_BACKUP_OR_RECOVERY'),
    cleaning: busy('cleaning', 'IN_BACKUP_OR_RECOVERY'),
    backingUp: busy('backingUp', 'DEVICE_BACKING_UP'),
    restoring: busy('restoring', 'DEVICE_RECOVERING'),
    replacing: busy('replacing', 'IN_BACKUP_OR_RECOVERY'),
    changingZone: busy('changingZone', 'IN_BACKUP_OR_RECOVERY'),
    changingConfiguration: busy('changingConfiguration', 'IN_BACKUP_OR_RECOVERY'),
    updating: busy('updating', 'IN_BACKUP_OR_RECOVERY'),
    expired: {
      on: { renew: 'stopped', delete: 'released', release: 'released', expire: 'expired' },
      deadline: { event: 'release', afterMs: deviceDeadlineMs.expired },
      refusals: { start: 'START_UP_STANDARD_NOT_MET' },
    },
    faulty: {
      on: {
        settleRunning: 'running',
        settleStopped: 'stopped',
        reboot: 'rebooting',
        replace: 'replacing',
        delete: 'released',
        release: 'released',
        expire: 'expired',
        renew: 'faulty',
        breakDown: 'faulty',
      },
      deadline: { event: 'replace', afterMs: deviceDeadlineMs.faulty },
      refusal: 'GET_DEVICE_FAILED',
    },
    released: { on: { release: 'released' }, rests: true, refusal: 'GET_DEVICE_FAILED' },
  },
}
