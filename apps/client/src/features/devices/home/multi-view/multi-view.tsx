import type { ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { useDeviceDisplay } from '../../../../shared/devices/use-device-display.ts'
import { PullList } from '../../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../../shared/platform/app/clock.ts'
import { broaden } from '../../../../shared/platform/page/chrome'
import { usePageOnTop } from '../../../../shared/platform/page/page-lifecycle.ts'
import type { DeviceList } from '../api/devices.ts'
import { useFreshCovers } from '../api/use-fresh-covers.ts'
import { DeviceTile } from './device-tile.tsx'
import styles from './multi-view.module.css'

export interface MultiViewProps {
  readonly list: DeviceList
  readonly empty: ReactNode
}

/** Grid of devices. The covers of the visible ones are refreshed. */
export function MultiView({ list, empty }: MultiViewProps) {
  const nowMs = useMinute()
  const displayOf = useDeviceDisplay()
  const [visibleIds, setVisibleIds] = useState<ReadonlySet<number>>(new Set())
  const setInView = useCallback((deviceId: number, isInView: boolean) => {
    setVisibleIds((before) => {
      const after = new Set(before)
      if (isInView) after.add(deviceId)
      else after.delete(deviceId)
      return after
    })
  }, [])

  const isShown = usePageOnTop()
  useEffect(() => (isShown ? broaden() : undefined), [isShown])

  const visible = list.rows.filter(({ deviceId }) => visibleIds.has(deviceId))
  useFreshCovers(
    visible.map(({ deviceId }) => deviceId),
    visible.some((device) => displayOf(device, nowMs).isBusy),
  )

  return (
    <PullList list={list} className={styles.grid} empty={empty}>
      {(device) => <DeviceTile device={device} display={displayOf(device, nowMs)} onInView={setInView} />}
    </PullList>
  )
}
