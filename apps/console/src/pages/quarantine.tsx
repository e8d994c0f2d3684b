import { getQuarantinedPhones, restorePhone } from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Facts } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { ZoneName } from './list-filters.tsx'

type Quarantined = CallData<typeof getQuarantinedPhones>['records'][number]

const columns: readonly Column<Quarantined>[] = [
  { id: 'phoneId', title: '云手机', cell: ({ phoneId }) => phoneId, sortBy: ({ phoneId }) => phoneId },
  { id: 'deviceId', title: '设备', cell: ({ deviceId }) => `#${deviceId}`, sortBy: ({ deviceId }) => deviceId },
  { id: 'ownerId', title: '用户', cell: ({ ownerId }) => ownerId && `#${ownerId}` },
  { id: 'zoneId', title: '机房', cell: ({ zoneId }) => <ZoneName of={zoneId} /> },
  { id: 'quarantinedAt', title: '更换', cell: (row) => time(row.quarantinedAt), sortBy: (row) => row.quarantinedAt },
  { id: 'erasesAt', title: '清除', cell: (row) => time(row.erasesAt), sortBy: (row) => row.erasesAt },
]

export default function QuarantinePage() {
  return (
    <ListPage
      id="quarantine"
      call={getQuarantinedPhones}
      actions={<ExportButton list="quarantine" />}
      columns={columns}
      rowId={({ quarantineId }) => String(quarantineId)}
      empty="没有保留中的云手机"
      emptyHint="故障更换下来的云手机在清除前保留在这里。"
      detailTitle={({ phoneId }) => phoneId}
      renderDetail={(row, close) => <QuarantineDetail row={row} onDone={close} />}
    />
  )
}

function QuarantineDetail({ row, onDone }: { readonly row: Quarantined; readonly onDone: () => void }) {
  const mayAct = useRight('devices.act')
  const restore = useWrite(restorePhone, { done: '已还给设备', onDone })
  const confirmRestore = async (): Promise<void> => {
    const isSure = await confirm({
      title: `把它还给设备 #${row.deviceId}？`,
      text: '设备换回这台云手机和上面的数据；现在用的那台改为保留，之后清除。',
      confirm: '还给设备',
      isDestructive: true,
    })
    if (isSure) restore.mutate({ quarantineId: row.quarantineId })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['设备', `#${row.deviceId}`],
          ['用户', row.ownerId && `#${row.ownerId}`],
          ['更换时间', time(row.quarantinedAt)],
          ['清除时间', time(row.erasesAt)],
        ]}
      />
      {mayAct && (
        <div className={styles.buttons}>
          <Button tone="danger" isBusy={restore.isPending} onClick={() => void confirmRestore()}>
            还给设备
          </Button>
        </div>
      )}
    </div>
  )
}
