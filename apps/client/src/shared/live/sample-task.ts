import type { TaskRecord } from '@yunji/contract/devices/task/schema'

/** A task for tests: the reboot of one phone by default. */
export const sampleTask = (changes: Partial<TaskRecord> = {}): TaskRecord => ({
  taskId: 1,
  kind: 'reboot',
  subject: '',
  state: 'working',
  progress: 40,
  step: '正在重启',
  reason: '',
  deviceId: 7,
  deviceName: '星海远征 06',
  deviceCount: 1,
  succeededCount: 0,
  failedCount: 0,
  canCancel: true,
  canRetry: false,
  createdAt: Date.UTC(2026, 10, 15),
  endedAt: null,
  ...changes,
})
