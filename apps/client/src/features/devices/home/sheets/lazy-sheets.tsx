import { type ComponentType, useEffect, useState } from 'react'
import { showToast } from '../../../../shared/feedback/toast.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { NOT_LOADED } from '../api/with-device-commands.ts'
import { closeSheet, useHomeSheets } from './home-sheets.ts'
import { loadSheets, loadSheetsAhead } from './sheet-bundle'

/** Delay of the preload, after the page's own requests. */
const AHEAD_AFTER_MS = 2000

interface LazySheetsProps {
  readonly devices: readonly HomeDevice[]
}

/** The sheets, from the first that is opened on. */
export function LazySheets({ devices }: LazySheetsProps) {
  const isWanted = useHomeSheets(({ open }) => open !== null)
  const [loaded, setLoaded] = useState<{ readonly Sheets: ComponentType<LazySheetsProps> }>()

  useEffect(() => {
    const timer = setTimeout(loadSheetsAhead, AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isWanted || loaded) return
    loadSheets().then(setLoaded, () => {
      closeSheet()
      showToast(NOT_LOADED, 'error')
    })
  }, [isWanted, loaded])

  return loaded ? <loaded.Sheets devices={devices} /> : null
}
