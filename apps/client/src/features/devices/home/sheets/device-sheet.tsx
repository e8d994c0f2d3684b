import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { pathOf } from '@yunji/contract/pages'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { useDeviceDisplay } from '../../../../shared/devices/use-device-display.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { systemClock } from '../../../../shared/platform/app/clock.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { ActionGrid, type GridAction } from '../../../../shared/ui/action-grid/action-grid.tsx'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { forward } from '../../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { cleanMemory, confirmClean, confirmDeepClean, confirmReboot, takeScreenshot } from '../api/device-commands.ts'
import { enterPhone } from '../api/enter-phone.ts'
import { canTake, type HomeDevice, mayCommand, targetOf } from '../api/home-device.ts'
import { commandIcons, pageIcons, uploadIcon } from './action-icons.ts'
import { actionsOf, type DeviceAction } from './device-actions.ts'
import styles from './device-sheet.module.css'
import { DeviceSheetHeader } from './device-sheet-header.tsx'
import { closeSheet, openSheet } from './home-sheets.ts'
import { powerActions, RentalGrid } from './rental-grid.tsx'

const dangerous: ReadonlySet<DeviceCommand> = new Set([
  DeviceCommand.uninstall,
  DeviceCommand.clean,
  DeviceCommand.deepClean,
])

type RunCommand = (device: HomeDevice) => Promise<void>

interface SheetActions {
  readonly device: HomeDevice
  /** Reason why the device cannot be used now; undefined when it can. */
  readonly reason: string | undefined
  /** Closes the sheet and runs a command on the device. */
  readonly onCommand: (run: RunCommand) => void
}

const startCommand = ({ device, onCommand }: SheetActions, command: DeviceCommand): void => {
  const { deviceId } = device
  const target = targetOf([device])
  switch (command) {
    case DeviceCommand.reboot:
      return onCommand(() => confirmReboot(target))
    case DeviceCommand.cleanMemory:
      return onCommand(() => cleanMemory(target))
    case DeviceCommand.clean:
      return onCommand(() => confirmClean(target))
    case DeviceCommand.deepClean:
      return onCommand(() => confirmDeepClean(target))
    case DeviceCommand.cover:
      return onCommand(takeScreenshot)
    case DeviceCommand.openUrl:
      return openSheet({ kind: 'openUrl', deviceId })
    case DeviceCommand.uninstall:
      return openSheet({ kind: 'apps', deviceId })
  }
}

const gridAction = (sheet: SheetActions, action: DeviceAction): GridAction => {
  const { device, reason } = sheet
  const { label } = action
  switch (action.kind) {
    case 'command': {
      const isPossible = canTake(device, action.command)
      return {
        icon: commandIcons[action.command],
        label,
        isDanger: dangerous.has(action.command),
        isMuted: !isPossible,
        onTap: () => (isPossible ? startCommand(sheet, action.command) : showToast(reason ?? '')),
      }
    }
    case 'upload':
      return { icon: uploadIcon, label, isMuted: reason !== undefined, onTap: () => enterPhone(device, 'upload') }
    case 'page':
      return {
        icon: pageIcons[action.icon],
        label,
        onTap: () => {
          closeSheet()
          void openPage(`${pathOf(action.route)}?deviceId=${device.deviceId}`)
        },
      }
  }
}

/** Link to the task centre. */
function TaskLink() {
  return (
    <TextLink to={pathOf('Task/index')} onTap={closeSheet} endIcon={forward}>
      任务中心
    </TextLink>
  )
}

interface DeviceSheetProps {
  readonly device: HomeDevice
  readonly isOpen: boolean
}

/** Actions for one device. */
export function DeviceSheet({ device, isOpen }: DeviceSheetProps) {
  const displayOf = useDeviceDisplay()
  const display = displayOf(device, systemClock())
  const { run: runOn } = useWrite(({ run, on }: { readonly run: RunCommand; readonly on: HomeDevice }) => run(on), {
    keyOf: ({ on }) => on.deviceId,
  })
  const onCommand = (run: RunCommand) => {
    closeSheet()
    runOn({ run, on: device })
  }
  const groups = actionsOf({ ...device, mayCommand: (command) => mayCommand(device, command) })
  return (
    <Sheet
      isOpen={isOpen}
      title={device.name}
      header={<DeviceSheetHeader device={device} display={display} />}
      footer={
        <Box className={styles.footer}>
          <Button variant="quiet" onTap={closeSheet}>
            取消
          </Button>
        </Box>
      }
      onClose={closeSheet}
    >
      {groups.map(({ title, actions }, index) => (
        <ActionGrid
          key={title}
          title={title}
          more={index === 0 && <TaskLink />}
          actions={[
            ...(index === 0 ? powerActions({ device, onCommand }) : []),
            ...actions.map((action) => gridAction({ device, reason: display.reason, onCommand }, action)),
          ]}
        />
      ))}
      <RentalGrid device={device} onCommand={onCommand} />
    </Sheet>
  )
}
