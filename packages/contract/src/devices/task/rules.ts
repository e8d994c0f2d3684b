import type { Machine } from '../../machine.ts'
import { DeviceCommand } from '../device/enums.ts'

/** Kinds of tasks shown in the task centre. */
export const taskKinds = [
  'create',
  'reboot',
  'clean',
  'deepClean',
  'replace',
  'replaceDevice',
  'changeZone',
  'updateSystem',
  'changeConfig',
  'changeModel',
  'changeVideo',
  'installApp',
  'uploadFile',
  'startApp',
  'uninstallApp',
  'fetchFile',
  'backup',
  'lastBackup',
  'restore',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Commands answered when begun, and their kinds of task. */
export const commandTaskKinds = {
  [DeviceCommand.reboot]: 'reboot',
  [DeviceCommand.clean]: 'clean',
  [DeviceCommand.deepClean]: 'deepClean',
} as const satisfies Partial<Record<DeviceCommand, TaskKind>>

export const isTaskCommand = (command: DeviceCommand): command is keyof typeof commandTaskKinds =>
  command in commandTaskKinds

export type TaskState = 'waiting' | 'working' | 'succeeded' | 'failed' | 'interrupted'

export type TaskEvent =
  | 'begin'
  /** Another worker continues after the first died. */
  | 'takeUp'
  | 'finish'
  /** The work itself did not succeed. */
  | 'fail'
  /** Ended from outside: by its deadline, its owner, or a device that is gone. */
  | 'interrupt'

const QUEUE_MS = 10 * 60_000

/** Long work on a device or a file. It ends once: trying again is a new task, so that the history tells what happened. */
export const taskMachine: Machine<TaskState, TaskEvent> = {
  name: 'task',
  initial: 'waiting',
  states: {
    waiting: {
      on: { begin: 'working', interrupt: 'interrupted' },
      deadline: { event: 'interrupt', afterMs: QUEUE_MS },
    },
    working: {
      on: { takeUp: 'working', finish: 'succeeded', fail: 'failed', interrupt: 'interrupted' },
      deadline: { event: 'interrupt' },
    },
    succeeded: { on: { finish: 'succeeded' }, rests: true },
    failed: { on: { fail: 'failed' }, rests: true },
    interrupted: { on: { interrupt: 'interrupted' }, rests: true, refusal: 'TASK_INTERRUPTED' },
  },
}

interface Part {
  readonly state: TaskState
  /** 0 to 100. */
  readonly progress: number
}

export const isTaskOver = (state: TaskState): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'interrupted'

/** Failed and interrupted parts can be retried. */
export const isRetryable = (state: TaskState): boolean => state === 'failed' || state === 'interrupted'

/** Mean progress of the parts; ended parts count as 100. */
export const taskProgressOf = (parts: readonly Part[]): number => {
  if (parts.length === 0) return 0
  const sum = parts.reduce((total, { state, progress }) => total + (isTaskOver(state) ? 100 : progress), 0)
  return Math.floor(sum / parts.length)
}

/** State of a task: ended when all parts have ended, succeeded only when all have. */
export const taskStateOf = (parts: readonly Pick<Part, 'state'>[]): TaskState => {
  const has = (state: TaskState): boolean => parts.some((part) => part.state === state)
  if (parts.some(({ state }) => !isTaskOver(state))) {
    return parts.every(({ state }) => state === 'waiting') ? 'waiting' : 'working'
  }
  if (has('failed')) return 'failed'
  return has('interrupted') ? 'interrupted' : 'succeeded'
}

export const taskKindLabels: Readonly<Record<TaskKind, string>> = {
  create: '创建云手机',
  reboot: '重启',
  clean: '清理缓存',
  deepClean: '深度清理',
  replace: '平台更换设备',
  replaceDevice: '更换设备',
  changeZone: '更换区域',
  updateSystem: '系统更新',
  changeConfig: '升降配置',
  changeModel: '更换型号',
  changeVideo: '升视频版',
  installApp: '安装应用',
  uploadFile: '上传文件',
  startApp: '打开应用',
  uninstallApp: '卸载应用',
  fetchFile: '取回文件',
  backup: '备份数据',
  lastBackup: '到期备份',
  restore: '恢复数据',
}

export const taskStateLabels: Readonly<Record<TaskState, string>> = {
  waiting: '排队中',
  working: '进行中',
  succeeded: '已完成',
  failed: '失败',
  interrupted: '已中断',
}
