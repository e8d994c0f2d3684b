import { getCommonApps } from '@yunji/contract/devices/app/calls'
import { MAX_DEVICES_ASKED } from '@yunji/contract/devices/app/rules'
import { getDevices } from '@yunji/contract/devices/device/calls'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { BACKUP_DEVICES_MAXIMUM, BACKUP_NOTE_LENGTH, BACKUP_PACKAGES_MAXIMUM } from '@yunji/contract/space/backup-rules'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { deviceIdsOf } from '../../../shared/devices/device-choice.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { useLive } from '../../../shared/live/live.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { goBackFrom, replacePage } from '../../../shared/platform/router/router.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './backups.module.css'
import { showSpaceError } from './backups.ts'
import { beginBackup } from './begin-backup.ts'
import { Aside } from './centre-device.tsx'
import { ChooseDevices } from './choose-devices.tsx'

const ROUTE = 'Space/DataCenter'
const TITLE = '新建备份'

const scopes = [
  { value: 'all', title: '全部应用', sub: '应用、应用数据、照片和文件' },
  { value: 'include', title: '只备份所选应用', sub: '照片、下载等文件也会备份' },
  { value: 'exclude', title: '排除所选应用', sub: '其余应用、照片和文件都会备份' },
] as const
type Scope = (typeof scopes)[number]['value']

interface AppChoiceProps {
  readonly ids: readonly number[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

function AppChoice({ ids, chosen, onChange }: AppChoiceProps) {
  const apps = useCall(getCommonApps, { deviceIds: ids.slice(0, MAX_DEVICES_ASKED).join() })
  const toggle = (packageName: string) => {
    const next = new Set(chosen)
    if (!next.delete(packageName)) next.add(packageName)
    if (next.size > BACKUP_PACKAGES_MAXIMUM) showToast(`最多选择 ${BACKUP_PACKAGES_MAXIMUM} 个应用`, 'error')
    else onChange(next)
  }
  return (
    <Card title="选择应用" note={chosen.size > 0 ? `已选 ${chosen.size} 个` : undefined}>
      <Async
        of={apps}
        loading={<RowsSkeleton rows={3} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<Box className={styles.sheetHint}>设备没有开机或没有响应，看不到应用；可以备份全部应用</Box>}
      >
        {({ records }) =>
          records.map(({ packageName, name, isSystem }) => (
            <Cell
              key={packageName}
              title={name}
              sub={isSystem ? '自带应用' : packageName}
              choice="checkbox"
              isChecked={chosen.has(packageName)}
              onTap={() => toggle(packageName)}
            />
          ))
        }
      </Async>
    </Card>
  )
}

/** Apps to back up, of one device or of several. */
export function NewBackupPage({ params }: { readonly params: PageParams }) {
  const [ids, setIds] = useState<readonly number[]>(() => deviceIdsOf(params).slice(0, BACKUP_DEVICES_MAXIMUM))
  const [isChoosing, setChoosing] = useState(ids.length === 0)
  const [scope, setScope] = useState<Scope>('all')
  const [packages, setPackages] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const named = useCall(getDevices, { ids: (ids.length > 0 ? ids : [0]).join() })
  const firstName = named.data?.records.find(({ deviceId }) => deviceId === ids[0])?.name ?? ''
  useLive()
  const beginning = useWrite(
    async () => {
      const chosen = { ...(scope !== 'all' && { [scope]: [...packages] }) }
      const input = { deviceIds: [...ids], note: note.trim(), ...chosen }
      const begun = await beginBackup({ input, deviceName: firstName })
      if (!begun) return
      await (ids.length > 1 ? replacePage(pathOf('Space/HistoryData')) : goBackFrom(ROUTE))
    },
    { onError: showSpaceError },
  )
  if (isChoosing) {
    return (
      <ChooseDevices
        title="备份哪些设备"
        chosen={ids}
        maximum={BACKUP_DEVICES_MAXIMUM}
        onDone={(chosen) => {
          setIds(chosen)
          setChoosing(false)
        }}
      />
    )
  }
  const isIncomplete = scope !== 'all' && packages.size === 0
  return (
    <Page
      route={ROUTE}
      title={TITLE}
      footer={
        <BottomBar>
          <Button isDisabled={isIncomplete} isBusy={beginning.isBusy} onTap={() => beginning.run()}>
            {isIncomplete ? '请选择应用' : ids.length > 1 ? `备份 ${formatCount(ids.length)} 台` : '开始备份'}
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        <Card
          title="设备"
          isPadded
          note={
            <Aside>
              <TextLink onTap={() => setChoosing(true)}>{ids.length > 1 ? '更改' : '备份多台'}</TextLink>
            </Aside>
          }
        >
          <Box className={styles.names}>
            {ids.length > 1 ? `${firstName} 等 ${formatCount(ids.length)} 台` : firstName}
          </Box>
        </Card>
        <Card title="备份内容">
          <Box role="radiogroup" label="备份内容">
            {scopes.map(({ value, title, sub }) => (
              <Cell
                key={value}
                title={title}
                sub={sub}
                choice="radio"
                isChecked={scope === value}
                onTap={() => setScope(value)}
              />
            ))}
          </Box>
        </Card>
        {scope !== 'all' && <AppChoice ids={ids} chosen={packages} onChange={setPackages} />}
        <Card title="备注" isPadded>
          <Field
            label="备注"
            placeholder="如：双十一开播前（可不填）"
            value={note}
            maxLength={BACKUP_NOTE_LENGTH}
            isClearable
            onChange={setNote}
          />
        </Card>
        <Card title="开始前请了解" isPadded>
          <Box as="ul" className={styles.items}>
            {[
              '备份时应用会关闭，设备暂时不能使用；关机的设备会先开机，完成后再关机',
              '只存储变化的部分，占用云空间；空间不够时备份失败，不留下半份',
              '不含锁屏密码、系统账号、系统设置和应用缓存',
            ].map((line) => (
              <Box as="li" key={line} className={styles.item}>
                {line}
              </Box>
            ))}
          </Box>
        </Card>
      </Box>
    </Page>
  )
}
