import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { deviceDisplay } from '../../../../shared/devices/device-display.ts'
import { PullList } from '../../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../../shared/platform/app/use-minute.ts'
import type { DeviceList } from '../api/devices.ts'
import { useFreshCovers } from '../api/use-fresh-covers.ts'
import { DeviceTile } from './device-tile.tsx'
import styles from './multi-view.module.css'

export interface MultiViewProps {
  readonly list: DeviceList
  readonly empty: ReactNode
}

/** Many devices beside each other. Those in sight show what is on their screens now. */
export function MultiView({ list, empty }: MultiViewProps) {
  const nowMs = useMinute()
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const see = useCallback((deviceId: number, isSeen: boolean) => {
    setSeen((before) => {
      const after = new Set(before)
      if (isSeen) after.add(deviceId)
      else after.delete(deviceId)
      return after
    })
  }, [])

  const inSight = list.rows.filter(({ deviceId }) => seen.has(deviceId))
  useFreshCovers(
    inSight.map(({ deviceId }) => deviceId),
    inSight.some((device) => deviceDisplay(device, nowMs).isBusy),
  )

  return (
    <PullList list={list} className={styles.grid} empty={empty}>
      {(device) => <DeviceTile device={device} display={deviceDisplay(device, nowMs)} onSeen={see} />}
    </PullList>
  )
}
