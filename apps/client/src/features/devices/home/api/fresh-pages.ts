import { useEffect, useRef, useState } from 'react'
import { useDeviceChanges } from '../../../../shared/devices/device-changes.ts'
import { usePageVisible } from '../../../../shared/platform/page/page-lifecycle.ts'
import type { DeviceList } from './devices.ts'
import { findStalePage } from './stale-page.ts'

const FIRST_RETRY_MS = 3000
const LONGEST_RETRY_MS = 60_000

/** Reads pages in sight again after devices have changed, one at a time; after a failure later and later. */
export const useFreshPages = ({ query, reread }: DeviceList, firstRow: number, lastRow: number): void => {
  const changedAtMs = useDeviceChanges(({ atMs }) => atMs)
  const isShown = usePageVisible()
  const pages = query.data?.pages
  const stale = findStalePage(pages ?? [], [firstRow, lastRow], changedAtMs)
  const isReading = useRef(false)
  // A new object each time: the end of a reading draws again, and so reads the next page.
  const [{ failures }, setEnded] = useState({ failures: 0 })
  useEffect(() => {
    if (stale === undefined || !isShown || isReading.current) return
    isReading.current = true
    const end = (count: number) => {
      isReading.current = false
      setEnded({ failures: count })
    }
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS)
    reread(stale).then(
      () => end(0),
      () => setTimeout(end, retryMs, failures + 1),
    )
  })
}
