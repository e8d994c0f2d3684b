import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { pathOf } from '@yunji/contract/pages'
import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { deviceDisplay } from '../../../../shared/devices/device-display.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { PullList } from '../../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../../shared/platform/app/clock.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { type Tool, Tools } from '../../../../shared/ui/action-grid/tools.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { clean, memory, move, reboot, renew } from '../../../../shared/ui/icon/device.ts'
import { transfer } from '../../../../shared/ui/icon/icons.ts'
import type { DeviceList } from '../api/devices.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { mayCommand, targetOf } from '../api/home-device.ts'
import { useFreshCovers } from '../api/use-fresh-covers.ts'
import { withDeviceCommands } from '../api/with-device-commands.ts'
import { homeView } from '../home-view.ts'
import { DeviceTile } from './device-tile.tsx'
import styles from './multi-view.module.css'

export interface MultiViewProps {
  readonly list: DeviceList
  readonly empty: ReactNode
}

/** Grid of devices. The covers of the visible ones are refreshed. */
export function MultiView({ list, empty }: MultiViewProps) {
  const nowMs = useMinute()
  const [visibleIds, setVisibleIds] = useState<ReadonlySet<number>>(new Set())
  const setInView = useCallback((deviceId: number, isInView: boolean) => {
    setVisibleIds((before) => {
      const after = new Set(before)
      if (isInView) after.add(deviceId)
      else after.delete(deviceId)
      return after
    })
  }, [])

  const visible = list.rows.filter(({ deviceId }) => visibleIds.has(deviceId))
  useFreshCovers(
    visible.map(({ deviceId }) => deviceId),
    visible.some((device) => deviceDisplay(device, nowMs).isBusy),
  )

  return (
    <PullList list={list} className={styles.grid} empty={empty}>
      {(device) => <DeviceTile device={device} display={deviceDisplay(device, nowMs)} onInView={setInView} />}
    </PullList>
  )
}

export interface BatchBarProps {
  readonly devices: readonly HomeDevice[]
}

type BatchCommand = 'confirmReboot' | 'cleanMemory' | 'confirmClean'

const NOTHING_CHOSEN = '请先选择设备'

/** Actions for all selected devices. Refused as a whole when one device lacks the right. */
export function BatchBar({ devices }: BatchBarProps) {
  const hasNone = devices.length === 0
  const tool = (icon: Tool['icon'], label: string, act: () => void): Tool => ({
    icon,
    label,
    isMuted: hasNone,
    onTap: hasNone ? () => showToast(NOTHING_CHOSEN) : act,
  })
  const { run } = useWrite(
    (name: BatchCommand) => withDeviceCommands((commands) => commands[name](targetOf(devices))),
    {
      onSettled: homeView.stopChoosing,
    },
  )
  const runForAll = (command: DeviceCommand, name: BatchCommand) => () => {
    const foreign = devices.find((device) => !mayCommand(device, command))
    if (foreign) showToast(`「${foreign.name}」没有此项权限`, 'error')
    else run(name)
  }
  const openFor = (route: 'Renew/index' | 'Group/pages/MoveGroup' | 'Device/transfer') => () => {
    const ids = devices.map(({ deviceId }) => deviceId).join()
    void openPage(`${pathOf(route)}?deviceIds=${ids}`)
  }
  return (
    <Box className={styles.bar}>
      <Tools
        label="批量操作"
        tools={[
          tool(renew, '续费', openFor('Renew/index')),
          tool(reboot, '重启', runForAll(DeviceCommand.reboot, 'confirmReboot')),
          tool(memory, '清理内存', runForAll(DeviceCommand.cleanMemory, 'cleanMemory')),
          tool(clean, '清理缓存', runForAll(DeviceCommand.clean, 'confirmClean')),
          tool(move, '移动分组', openFor('Group/pages/MoveGroup')),
          tool(transfer, '转移', openFor('Device/transfer')),
        ]}
      />
    </Box>
  )
}
