import { getTaskList } from '@yunji/contract/devices/task/calls'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Count } from '../../../shared/ui/badge/badge.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { megaphone, order } from '../../../shared/ui/icon/account.ts'
import { file } from '../../../shared/ui/icon/files.ts'
import { layers } from '../../../shared/ui/icon/icons.ts'
import styles from './work-entries.module.css'

interface WorkEntriesProps {
  readonly openOrders: number
}

/** Links to orders and tasks, with their open counts, and to activities. */
export function WorkEntries({ openOrders }: WorkEntriesProps) {
  const { data, refetch } = useCall(getTaskList, { page: '1', rows: '1', filter: 'active' })
  useReturn(() => void refetch())
  return (
    <Card>
      <Cell
        icon={order}
        title="我的订单"
        value={
          openOrders > 0 && (
            <Box className={styles.open}>
              待处理
              <Count count={openOrders} />
            </Box>
          )
        }
        to={pathOf('user/orders')}
      />
      <Cell icon={file} title="发票" to={pathOf('user/invoices')} />
      <Cell
        icon={layers}
        title="任务中心"
        value={data && data.activeCount > 0 ? `${data.activeCount} 个进行中` : undefined}
        to={pathOf('Task/index')}
      />
      <Cell icon={megaphone} title="活动" to={pathOf('webView/activity')} />
    </Card>
  )
}
