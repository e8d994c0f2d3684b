import { getClientErrors } from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { Facts } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type ClientError = CallData<typeof getClientErrors>['records'][number]

const columns: readonly Column<ClientError>[] = [
  { id: 'message', title: '错误', cell: ({ message }) => message },
  { id: 'page', title: '页面', cell: ({ page }) => page, sortBy: ({ page }) => page },
  { id: 'client', title: '客户端', cell: ({ client }) => client },
  { id: 'lastVersion', title: '版本', cell: ({ lastVersion }) => lastVersion },
  { id: 'times', title: '次数', align: 'right', cell: ({ times }) => times, sortBy: ({ times }) => times },
  { id: 'lastSeenAt', title: '最近', cell: (row) => time(row.lastSeenAt), sortBy: (row) => row.lastSeenAt },
]

export default function ClientErrorsPage() {
  return (
    <ListPage
      id="client-errors"
      call={getClientErrors}
      actions={<ExportButton list="clientErrors" />}
      columns={columns}
      rowId={({ fingerprint }) => fingerprint}
      empty="没有客户端错误"
      detailTitle={({ message }) => message}
      renderDetail={(error) => (
        <div className={styles.detail}>
          <Facts
            of={[
              ['页面', error.page],
              ['客户端', error.client],
              ['次数', error.times],
              [
                '版本',
                error.firstVersion === error.lastVersion
                  ? error.lastVersion
                  : `${error.firstVersion} 至 ${error.lastVersion}`,
              ],
              ['首次出现', time(error.firstSeenAt)],
              ['最近出现', time(error.lastSeenAt)],
            ]}
          />
          <pre className={styles.stack}>{error.stack || '没有调用栈'}</pre>
        </div>
      )}
    />
  )
}
