import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { type PageRoute, pathOf } from '@yunji/contract/pages'
import { includesRight } from '@yunji/contract/wire/call'
import { useWrite } from '../../../../shared/api/use-write.ts'
import type { DeviceDisplay } from '../../../../shared/devices/device-display.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { type Tool, Tools } from '../../../../shared/ui/action-grid/tools.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { more } from '../../../../shared/ui/icon/controls.ts'
import { reboot, renew, screenshot } from '../../../../shared/ui/icon/device.ts'
import { upload } from '../../../../shared/ui/icon/files.ts'
import { enterPhone } from '../api/enter-phone.ts'
import { canTake, type HomeDevice, mayCommand, targetOf } from '../api/home-device.ts'
import { withDeviceCommands } from '../api/with-device-commands.ts'
import { openSheet } from '../sheets/home-sheets.ts'
import styles from './tool-bar.module.css'

interface ToolBarProps {
  readonly device: HomeDevice
  readonly display: DeviceDisplay
}

/** A metered device is not renewed; it can be recharged or converted to monthly. Who likes a trial buys a phone. */
const moreTime = ({ deviceId, isMetered, isTrial, state }: HomeDevice): Tool => {
  const open = (label: string, route: PageRoute): Tool => ({
    icon: renew,
    label,
    onTap: () => void openPage(`${pathOf(route)}?deviceId=${deviceId}`),
  })
  if (isTrial) return { icon: renew, label: '购买', onTap: () => void openPage(pathOf('Home/create')) }
  if (!isMetered) return open('续费', 'Renew/index')
  return state === 'expired' ? open('充值', 'user/recharge') : open('转包月', 'CloudBeanToMonthly/index')
}

type DeviceCommands = Parameters<Parameters<typeof withDeviceCommands>[0]>[0]

interface ToolCommand {
  readonly deviceId: number
  readonly run: (commands: DeviceCommands) => Promise<void>
}

const toolsOf = ({ device, display }: ToolBarProps, runCommand: (run: ToolCommand['run']) => void): readonly Tool[] => {
  const command = (name: DeviceCommand, tool: Tool): readonly Tool[] => {
    if (!mayCommand(device, name)) return []
    if (canTake(device, name)) return [tool]
    return [{ ...tool, isMuted: true, onTap: () => showToast(display.reason ?? '') }]
  }
  const isOwner = device.right === 'owner'
  return [
    ...(isOwner ? [moreTime(device)] : []),
    ...command(DeviceCommand.reboot, {
      icon: reboot,
      label: '重启',
      onTap: () => runCommand(({ confirmReboot }) => confirmReboot(targetOf([device]))),
    }),
    ...command(DeviceCommand.cover, {
      icon: screenshot,
      label: '截图',
      onTap: () => runCommand(({ takeScreenshot }) => takeScreenshot(device)),
    }),
    ...(includesRight(device.right, 'control')
      ? [
          {
            icon: upload,
            label: '上传',
            onTap: () => enterPhone(device, 'upload'),
            isMuted: display.reason !== undefined,
          },
        ]
      : []),
    { icon: more, label: '更多', onTap: () => openSheet({ kind: 'actions', deviceId: device.deviceId }) },
  ]
}

/** Frequent actions for the current device. */
export function ToolBar({ device, display }: ToolBarProps) {
  const { deviceId } = device
  const command = useWrite(({ run }: ToolCommand) => withDeviceCommands(run), { keyOf: (input) => input.deviceId })
  const tools = toolsOf({ device, display }, (run) => command.run({ deviceId, run }))
  return (
    <Box className={styles.place}>
      <Tools label="常用操作" tools={tools} />
    </Box>
  )
}
