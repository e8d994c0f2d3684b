import { isRetryable, type TaskKind, taskStateOf } from '@yunji/contract/devices/task/rules'
import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import type { OutboxEvent } from '../outbox/events.ts'
import type { PartRow } from './definition.ts'
import type { TaskRow } from './store.ts'

/**
 * Message on success by kind. Short tasks that the user watches get none; long ones and those that the user did not
 * start do. Failures always get one. Ready phones of a task share one message, also when others of it failed.
 */
const messageOnSuccess: Readonly<Record<TaskKind, 'deviceReady' | 'taskEnded' | null>> = {
  create: 'deviceReady',
  reboot: null,
  clean: null,
  deepClean: 'taskEnded',
  replace: 'taskEnded',
  replaceDevice: 'taskEnded',
  changeZone: 'taskEnded',
  updateSystem: 'taskEnded',
  changeConfig: 'taskEnded',
  changeModel: 'taskEnded',
  changeVideo: 'taskEnded',
  installApp: 'taskEnded',
  uploadFile: 'taskEnded',
  fetchFile: 'taskEnded',
  startApp: null,
  uninstallApp: null,
  backup: 'taskEnded',
  lastBackup: 'taskEnded',
  restore: 'taskEnded',
}

const readyEvents = ({ id, ownerId, kind }: TaskRow, parts: readonly PartRow[]): OutboxEvent[] => {
  if (messageOnSuccess[kind] !== 'deviceReady') return []
  const ready = parts.filter(({ state }) => state === 'succeeded')
  const [first, ...others] = ready
    .slice(0, MESSAGE_DEVICES)
    .map(({ deviceId, deviceName }) => ({ deviceId, deviceName }))
  if (!first) return []
  const payload = { ...first, others, deviceCount: ready.length }
  return [{ event: 'deviceReady', userId: ownerId, key: `task-${id}-ready`, payload }]
}

/** Events of a task whose last part has just ended. */
export const eventsOfTask = (task: TaskRow, parts: readonly PartRow[]): OutboxEvent[] => [
  ...readyEvents(task, parts),
  ...endEvents(task, parts),
]

/** A last-chance backup is tried twice before a release: its owner is told of the first failure only. */
const failureKey = (id: number, kind: TaskKind, { deviceId, deviceStateCount }: PartRow): string =>
  kind === 'lastBackup' ? `lastBackup-${deviceId}-${deviceStateCount}-failed` : `task-${id}-failed`

const endEvents = ({ id, ownerId, kind }: TaskRow, parts: readonly PartRow[]): OutboxEvent[] => {
  const [first] = parts
  if (!first) return []
  const deviceId = parts.length === 1 ? first.deviceId : undefined
  const payload = { taskId: id, kind, deviceCount: parts.length, deviceName: first.deviceName, deviceId }
  // A user who cancelled a task needs no message about it.
  const unsuccessful = parts.filter(({ state, isCancelled }) => isRetryable(state) && !isCancelled)
  if (unsuccessful.length > 0) {
    const failure = { failedCount: unsuccessful.length, reason: unsuccessful[0]?.reason ?? '' }
    return [
      { event: 'taskFailed', userId: ownerId, key: failureKey(id, kind, first), payload: { ...payload, ...failure } },
    ]
  }
  const hasChanged = parts.some(({ data }) => !data.hasChangedNothing)
  const isReported = messageOnSuccess[kind] === 'taskEnded' && taskStateOf(parts) === 'succeeded' && hasChanged
  return isReported ? [{ event: 'taskEnded', userId: ownerId, key: `task-${id}-ended`, payload }] : []
}
