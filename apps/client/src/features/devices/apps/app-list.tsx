import { getCommonApps } from '@yunji/contract/devices/app/calls'
import { MAX_DEVICES_ASKED } from '@yunji/contract/devices/app/rules'
import type { CommonApp } from '@yunji/contract/devices/app/schema'
import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { trash } from '../../../shared/ui/icon/controls.ts'
import { pack } from '../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './apps.module.css'
import { beginOnAll, keepAlive, startAppOn, uninstallFrom } from './apps.ts'

interface AppSheetProps {
  readonly app: CommonApp
  readonly ids: readonly number[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Actions for one app on all chosen phones. */
function AppSheet({ app, ids, isOpen, onClose }: AppSheetProps) {
  const phones = `${formatCount(ids.length)} 台云手机`
  const starting = useWrite(async () => {
    onClose()
    await beginOnAll(ids, startAppOn(app))
  })
  const removing = useWrite(
    async () => {
      onClose()
      await beginOnAll(ids, uninstallFrom(app))
    },
    {
      confirm: () =>
        confirm({
          icon: trash,
          title: `从 ${phones}卸载「${app.name}」？`,
          body: '应用和它的数据会一起删除，无法恢复。',
          cancelText: '取消',
          confirmText: '卸载',
          isDanger: true,
        }),
    },
  )
  const keeping = useWrite(async (isOn: boolean) => {
    await keepAlive(ids, app.packageName, isOn)
    showToast(isOn ? '重启后会自动打开' : '重启后不再自动打开', 'success')
  })
  return (
    <Sheet isOpen={isOpen} title={app.name} onClose={onClose}>
      <Cell
        title="重启后自动打开"
        sub="云手机每次重新启动后，打开这个应用"
        value={
          <Switch
            label="重启后自动打开"
            isOn={app.keptAliveCount > 0}
            isDisabled={keeping.isBusy}
            onChange={keeping.run}
          />
        }
      />
      <Box className={styles.sheetActions}>
        <Button isBusy={starting.isBusy} onTap={starting.run}>
          {`在 ${phones}上打开`}
        </Button>
        {!app.isSystem && (
          <Button variant="danger" isBusy={removing.isBusy} onTap={removing.run}>
            {`从 ${phones}卸载`}
          </Button>
        )}
      </Box>
    </Sheet>
  )
}

const aboutOf = ({ versionName, deviceCount, keptAliveCount }: CommonApp, answeredCount: number): string =>
  [
    versionName,
    ...(answeredCount > 1 ? [`${deviceCount}/${answeredCount} 台`] : []),
    ...(keptAliveCount > 0 ? ['重启后自动打开'] : []),
  ].join(' · ')

/** Apps of the chosen phones. */
export function AppList({ ids }: { readonly ids: readonly number[] }) {
  const [shown, setShown] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const apps = useCall(getCommonApps, { deviceIds: ids.slice(0, MAX_DEVICES_ASKED).join() })
  const app = apps.data?.records.find(({ packageName }) => packageName === shown)
  return (
    <Async of={apps} loading={<RowsSkeleton rows={6} />}>
      {({ records, answeredCount }) => (
        <>
          {ids.length > answeredCount && (
            <Box as="p" className={styles.note}>
              {`按 ${formatCount(answeredCount)} 台运行中的云手机统计；打开、卸载对所选的 ${formatCount(ids.length)} 台执行`}
            </Box>
          )}
          <Card>
            {records.map((each) => (
              <Cell
                key={each.packageName}
                leading={<IconTile of={pack} tone="plain" />}
                title={each.name}
                sub={aboutOf(each, answeredCount)}
                onTap={() => {
                  setShown(each.packageName)
                  setOpen(true)
                }}
              />
            ))}
          </Card>
          {app && <AppSheet app={app} ids={ids} isOpen={isOpen} onClose={() => setOpen(false)} />}
        </>
      )}
    </Async>
  )
}
