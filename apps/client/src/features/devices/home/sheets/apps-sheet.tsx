import { getAppList } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import type { InstalledApp } from '@yunji/contract/devices/device/schema'
import { useCall } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { trash } from '../../../../shared/ui/icon/controls.ts'
import { pack } from '../../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../../shared/ui/icon/icon-tile.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { RowsSkeleton } from '../../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../../shared/ui/status/async.tsx'
import { StatusView } from '../../../../shared/ui/status/status-view.tsx'
import { type HomeDevice, targetOf } from '../api/home-device.ts'
import { sendCommand } from '../api/send-command.ts'
import styles from './apps-sheet.module.css'
import { closeSheet } from './home-sheets.ts'

const MOST_APPS = '100'

const confirmUninstall = (app: InstalledApp): Promise<boolean> =>
  confirm({
    icon: trash,
    title: `卸载「${app.name}」？`,
    body: '应用和它的数据会一起删除，无法恢复。',
    cancelText: '取消',
    confirmText: '卸载',
    isDanger: true,
  })

interface AppRowProps {
  readonly device: HomeDevice
  readonly app: InstalledApp
  readonly onRemoved: () => unknown
}

function AppRow({ device, app, onRemoved }: AppRowProps) {
  const { isBusy, run } = useWrite(
    () => {
      const input = { command: DeviceCommand.uninstall, packageName: app.packageName }
      return sendCommand(targetOf([device]), input, `已卸载「${app.name}」`)
    },
    { confirm: () => confirmUninstall(app), onSettled: onRemoved },
  )
  return (
    <Cell
      leading={<IconTile of={pack} tone="plain" />}
      title={app.name}
      sub={app.versionName}
      value={
        <Button variant="danger" size="small" isBusy={isBusy} onTap={run}>
          卸载
        </Button>
      }
    />
  )
}

const removable = (apps: readonly InstalledApp[]) => apps.filter(({ isSystem }) => !isSystem)

function Apps({ device }: { readonly device: HomeDevice }) {
  const apps = useCall(getAppList, { deviceId: String(device.deviceId), page: '1', rows: MOST_APPS })
  return (
    <Async
      of={apps}
      loading={<RowsSkeleton />}
      isEmpty={({ records }) => removable(records).length === 0}
      empty={<StatusView icon={pack} title="没有可以卸载的应用" hint="系统自带的应用不能卸载" />}
    >
      {({ records }) =>
        removable(records).map((app) => (
          <AppRow key={app.packageName} device={device} app={app} onRemoved={apps.refetch} />
        ))
      }
    </Async>
  )
}

interface AppsSheetProps {
  readonly device: HomeDevice
  readonly isOpen: boolean
}

/** Installed apps of a phone, to uninstall them. Fetched when the sheet opens. */
export function AppsSheet({ device, isOpen }: AppsSheetProps) {
  return (
    <Sheet isOpen={isOpen} title="卸载应用" onClose={closeSheet}>
      <Box className={styles.list}>
        <Apps device={device} />
      </Box>
    </Sheet>
  )
}
