import { useEffect, useRef } from 'react'
import { useDeviceChanges } from '../../../../shared/devices/device-changes.ts'
import { usePageVisible } from '../../../../shared/platform/page/page-lifecycle.ts'
import type { DeviceList } from './devices.ts'
import { findStalePage } from './stale-page.ts'

/** Reads pages in sight again after devices have changed, one at a time. A failure waits for the next change. */
export const useFreshPages = ({ query, reread }: DeviceList, firstRow: number, lastRow: number): void => {
  const changedAtMs = useDeviceChanges(({ atMs }) => atMs)
  const isShown = usePageVisible()
  const pages = query.data?.pages
  const stale = findStalePage(pages ?? [], [firstRow, lastRow], changedAtMs)
  const isReading = useRef(false)
  const failedAtMs = useRef(0)
  useEffect(() => {
    if (stale === undefined || !isShown || isReading.current || failedAtMs.current === changedAtMs) return
    isReading.current = true
    const read = async () => {
      try {
        await reread(stale)
      } catch {
        failedAtMs.current = changedAtMs
      } finally {
        isReading.current = false
      }
    }
    void read()
  })
}
