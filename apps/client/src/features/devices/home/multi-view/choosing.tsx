import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import { appTaskRights } from '@yunji/contract/devices/app/rules'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { commandRights, MAX_DEVICES_PER_COMMAND, MAX_SELECTED_DEVICES } from '@yunji/contract/devices/device/rules'
import { MAX_WALL_PHONES } from '@yunji/contract/devices/device/stream'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { type DeviceRight, includesRight } from '@yunji/contract/wire/call'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { type Chooser, openWithDevices } from '../../../../shared/devices/device-choice.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { ActionGrid } from '../../../../shared/ui/action-grid/action-grid.tsx'
import { type Tool, Tools } from '../../../../shared/ui/action-grid/tools.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { edit, grid, more } from '../../../../shared/ui/icon/controls.ts'
import { clean, memory, move, power, reboot, renew } from '../../../../shared/ui/icon/device.ts'
import { pack } from '../../../../shared/ui/icon/files.ts'
import { clock, grant, transfer } from '../../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { type DeviceList, readAllDevices } from '../api/devices.ts'
import { type Target, targetOf } from '../api/home-device.ts'
import { findDeviceName } from '../api/patch-devices.ts'
import { withDeviceCommands } from '../api/with-device-commands.ts'
import { homeView, useHomeView } from '../home-view.ts'
import { closeSheet, openSheet, useHomeSheets } from '../sheets/home-sheets.ts'
import { BatchTagsSheet } from './batch-tags-sheet.tsx'
import styles from './choosing.module.css'

export interface ChoosingHeaderProps {
  readonly list: Pick<DeviceList, 'filter' | 'total'>
}

/** Selects every device of the filter, loaded or not. */
const chooseAll = async ({ filter, total }: ChoosingHeaderProps['list']): Promise<void> => {
  const all = await readAllDevices(filter)
  const { version, state, tag } = useHomeView.getState()
  if (version !== filter.version || state !== filter.state || tag !== filter.tag) return
  homeView.chooseOnly(all)
  if (total > MAX_SELECTED_DEVICES) showToast(`一次最多选择 ${formatCount(MAX_SELECTED_DEVICES)} 台`)
}

/** Header of the selection mode: count, select all, cancel. */
export function ChoosingHeader({ list }: ChoosingHeaderProps) {
  const count = useHomeView(({ chosen }) => chosen?.size ?? 0)
  const isAll = count > 0 && count >= Math.min(list.total, MAX_SELECTED_DEVICES)
  const { run } = useWrite(async () => (isAll ? homeView.startChoosing() : chooseAll(list)))
  return (
    <Box as="header" className={styles.header}>
      <Tap className={styles.word} onTap={homeView.stopChoosing}>
        取消
      </Tap>
      <Box as="h1" className={styles.count} live="polite">
        {`已选 ${formatCount(count)} 台`}
      </Box>
      <Tap className={styles.brandWord} onTap={run}>
        {isAll ? '全不选' : '全选'}
      </Tap>
    </Box>
  )
}

const NOTHING_CHOSEN = '请先选择设备'
const NO_RIGHT = '所选设备没有此项权限'

type BatchCommand = 'confirmReboot' | 'cleanMemory' | 'confirmClean' | 'confirmStartAll' | 'confirmStopAll'

type Chosen = ReadonlyMap<number, DeviceRight>

/** The selected devices on which the user has a right. */
const targetWith = (chosen: Chosen, right: DeviceRight): Target => {
  const ids = [...chosen.keys()].filter((id) => includesRight(chosen.get(id) ?? 'none', right))
  const target = targetOf(ids.map((deviceId) => ({ deviceId, name: findDeviceName(deviceId) })))
  const skipped = chosen.size - ids.length
  return skipped > 0
    ? { ...target, name: `${target.name}（另有 ${formatCount(skipped)} 台没有权限，不会执行）` }
    : target
}

interface BatchPage {
  readonly route: Chooser | 'Renew/index'
  readonly label: string
  readonly maximum: number
  readonly right: DeviceRight
}

const openFor = (chosen: Chosen, { route, label, maximum, right }: BatchPage): void => {
  const { ids } = targetWith(chosen, right)
  if (ids.length === 0) return showToast(NO_RIGHT, 'error')
  if (ids.length > maximum) return showToast(`一次最多${label} ${formatCount(maximum)} 台`, 'error')
  if (route === 'Renew/index') return void openPage(`${pathOf(route)}?deviceIds=${ids.join()}`)
  return openWithDevices(route, ids)
}

/** Phones that may only be looked at are on the wall too; they do not follow. */
const openWall = (chosen: Chosen): void => {
  if (chosen.size < 2) return showToast('请选择 2 台以上的云手机')
  if (chosen.size > MAX_WALL_PHONES) return showToast(`一次最多同步 ${MAX_WALL_PHONES} 台`, 'error')
  return openWithDevices('Device/wall', [...chosen.keys()])
}

const nothing: Chosen = new Map()

/** Actions for all selected devices; those without the right are left out, and counted. */
const useBatchTools = (): Readonly<Record<'frequent' | 'others', readonly Tool[]>> => {
  const chosen = useHomeView((view) => view.chosen) ?? nothing
  const { run } = useWrite(
    ({ name, target }: { readonly name: BatchCommand; readonly target: Target }) =>
      withDeviceCommands((commands) => commands[name](target)),
    { onSettled: homeView.stopChoosing },
  )
  const hasNone = chosen.size === 0
  const tool = (icon: Tool['icon'], label: string, act: () => void): Tool => ({
    icon,
    label,
    isMuted: hasNone,
    onTap: () => {
      closeSheet()
      if (hasNone) showToast(NOTHING_CHOSEN)
      else act()
    },
  })
  const command = (icon: Tool['icon'], label: string, name: BatchCommand, right: DeviceRight): Tool =>
    tool(icon, label, () => {
      const target = targetWith(chosen, right)
      if (target.ids.length === 0) showToast(NO_RIGHT, 'error')
      else run({ name, target })
    })
  const page = (
    icon: Tool['icon'],
    label: string,
    route: BatchPage['route'],
    maximum = MAX_DEVICES_PER_COMMAND,
    right: DeviceRight = 'owner',
  ): Tool => tool(icon, label, () => openFor(chosen, { route, label, maximum, right }))

  return {
    frequent: [
      page(renew, '续费', 'Renew/index', ORDER_MAXIMUM_PHONES),
      command(reboot, '重启', 'confirmReboot', commandRights[DeviceCommand.reboot]),
      command(power, '开机', 'confirmStartAll', 'owner'),
      command(power, '关机', 'confirmStopAll', 'owner'),
      page(move, '移动分组', 'Group/pages/MoveGroup', MAX_SELECTED_DEVICES),
    ],
    others: [
      tool(grid, '同步操作', () => openWall(chosen)),
      command(memory, '清理内存', 'cleanMemory', commandRights[DeviceCommand.cleanMemory]),
      command(clean, '清理缓存', 'confirmClean', commandRights[DeviceCommand.clean]),
      tool(edit, '标签', () => openSheet({ kind: 'batchTags' })),
      page(pack, '应用', 'Device/apps', MAX_SELECTED_DEVICES, appTaskRights.installApp),
      page(transfer, '转移', 'Device/transfer'),
      page(grant, '授权', 'Device/empower'),
      page(clock, '定时任务', 'Device/schedules'),
    ],
  }
}

/** Footer of the selection mode. */
export function BatchBar() {
  const { frequent } = useBatchTools()
  return (
    <Box className={styles.bar}>
      <Tools
        label="批量操作"
        tools={[...frequent, { icon: more, label: '更多', onTap: () => openSheet({ kind: 'batch' }) }]}
      />
    </Box>
  )
}

/** Further actions for the selected devices. */
export function BatchSheet() {
  const isOpen = useHomeSheets(({ open }) => open?.kind === 'batch')
  const chosen = useHomeView((view) => view.chosen) ?? nothing
  const { others } = useBatchTools()
  return (
    <>
      <Sheet isOpen={isOpen} title="批量操作" onClose={closeSheet}>
        <ActionGrid title={`已选 ${formatCount(chosen.size)} 台`} actions={others} />
      </Sheet>
      <BatchTagsSheet ids={targetWith(chosen, 'owner').ids} />
    </>
  )
}
