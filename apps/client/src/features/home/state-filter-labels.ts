import type { StateFilter } from '@yunji/contract/device/state-filter'

export const stateFilterLabels: Readonly<Record<StateFilter, string>> = {
  running: '运行中',
  busy: '处理中',
  stopped: '已关机',
  faulty: '离线',
  expired: '已到期',
}
