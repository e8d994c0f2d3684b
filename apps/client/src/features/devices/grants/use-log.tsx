import { USE_LOG_DAYS } from '@yunji/contract/devices/grant/rules'
import type { UseAction, UseRecord } from '@yunji/contract/devices/grant/schema'
import { messageTime } from '@yunji/contract/display/time'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { useUses } from './grants.ts'

const actionLabels: Readonly<Record<UseAction, string>> = { open: '打开画面', control: '取得操作', command: '发送指令' }

const titleOf = ({ who, action, detail }: UseRecord): string => `${who} ${detail || actionLabels[action]}`

/** What others did with one's devices. */
export function UseLog() {
  const list = useUses()
  const nowMs = useMinute()
  return (
    <PullList
      list={list}
      loading={<RowsSkeleton rows={6} />}
      empty={<Empty illustration={noDevices} title="还没有使用记录" hint={`他人的使用记录保留 ${USE_LOG_DAYS} 天`} />}
    >
      {(record) => <Cell title={titleOf(record)} sub={record.deviceName} value={messageTime(record.at, nowMs)} />}
    </PullList>
  )
}
