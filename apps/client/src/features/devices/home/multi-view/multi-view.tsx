import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { isBusy } from '../../../../shared/devices/device-display.ts'
import { WindowedList } from '../../../../shared/list/windowed-list.tsx'
import { useMinute } from '../../../../shared/platform/app/clock.ts'
import { broaden } from '../../../../shared/platform/page/chrome'
import { usePageOnTop } from '../../../../shared/platform/page/page-lifecycle.ts'
import type { DeviceList } from '../api/devices.ts'
import { useFreshPages } from '../api/fresh-pages.ts'
import { useFreshCovers } from '../api/use-fresh-covers.ts'
import { DeviceTile } from './device-tile.tsx'
import styles from './multi-view.module.css'

export interface MultiViewProps {
  readonly list: DeviceList
  readonly empty: ReactNode
}

/** Grid of devices. Covers and states of the visible ones are kept fresh. */
export function MultiView({ list, empty }: MultiViewProps) {
  const nowMs = useMinute()
  const [{ first, last }, setWindow] = useState({ first: 0, last: -1 })
  const onWindow = useCallback(
    (from: number, to: number) =>
      setWindow((before) => (before.first === from && before.last === to ? before : { first: from, last: to })),
    [],
  )

  const isShown = usePageOnTop()
  useEffect(() => (isShown ? broaden() : undefined), [isShown])

  const visible = list.rows.slice(first, Math.min(last + 1, first + MAX_DEVICES_PER_COMMAND))
  useFreshCovers(
    visible.map(({ deviceId }) => deviceId),
    visible.some(({ state }) => isBusy(state)),
  )
  useFreshPages(list, first, last)

  return (
    <WindowedList
      list={list}
      total={Math.max(list.total, list.rows.length)}
      filterKey={JSON.stringify(list.filter)}
      className={styles.grid}
      empty={empty}
      onWindow={onWindow}
    >
      {(device) => <DeviceTile device={device} nowMs={nowMs} />}
    </WindowedList>
  )
}
