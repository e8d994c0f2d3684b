import { pathOf } from '@yunji/contract/navigation/pages'
import { getTaskList } from '@yunji/contract/task/calls'
import { useCall } from '../../shared/api/query.ts'
import { useReturn } from '../../shared/platform/use-return.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Cell } from '../../shared/ui/cell.tsx'
import { layers } from '../../shared/ui/icons.ts'

/** The way to what takes long, and how much of it is under way. */
export function TaskEntry() {
  const { data, refetch } = useCall(getTaskList, { page: '1', rows: '1', filter: 'active' })
  useReturn(() => void refetch())
  return (
    <Card>
      <Cell
        icon={layers}
        title="任务中心"
        value={data && data.activeCount > 0 ? `${data.activeCount} 个进行中` : undefined}
        to={pathOf('Task/index')}
      />
    </Card>
  )
}
