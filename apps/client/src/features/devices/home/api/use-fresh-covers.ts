import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { useEffect, useRef } from 'react'
import { usePageVisible } from '../../../../shared/platform/page/page-lifecycle.ts'
import { lazyBundles } from '../lazy-bundles'

/** Interval of the covers while no task runs. */
const EVERY_MS = 10_000
/** Delay after the devices in sight have changed: a list that scrolls asks for nothing. */
const SETTLED_MS = 200
/** Interval while a task of one of the devices runs. */
const SOON_MS = 2000

/**
 * Polls the visible devices for a fresh picture and their state while the page is visible. The next poll waits for the
 * last answer.
 */
export const useFreshCovers = (ids: readonly number[], isSomethingUnderWay: boolean): void => {
  const isShown = usePageVisible()
  const key = ids.join()
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  })

  useEffect(() => {
    if (!isShown || key === '') return undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const requestCovers = async () =>
      (await lazyBundles.commandApi()).postCommand(latest.current, { command: DeviceCommand.cover })
    const refresh = async () => {
      await requestCovers().catch(() => undefined)
      // The answer may come after the page was hidden.
      if (!isOver) timer = setTimeout(() => void refresh(), isSomethingUnderWay ? SOON_MS : EVERY_MS)
    }
    timer = setTimeout(() => void refresh(), isSomethingUnderWay ? SOON_MS : SETTLED_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isShown, key, isSomethingUnderWay])
}
