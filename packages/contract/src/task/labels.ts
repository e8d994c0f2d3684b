import type { TaskState } from '../machines/task.ts'
import type { TaskKind } from './kinds.ts'

export const taskKindLabels: Readonly<Record<TaskKind, string>> = {
  create: '创建云手机',
  reboot: '重启',
  clean: '清理缓存',
  deepClean: '恢复出厂设置',
  replace: '自动更换设备',
  changeConfig: '变更配置',
}

export const taskStateLabels: Readonly<Record<TaskState, string>> = {
  waiting: '排队中',
  working: '进行中',
  succeeded: '已完成',
  failed: '失败',
  interrupted: '已中断',
}
