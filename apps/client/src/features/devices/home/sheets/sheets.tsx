import { useState } from 'react'
import type { HomeDevice } from '../api/home-device.ts'
import { AppsSheet } from './apps-sheet.tsx'
import { DeviceSheet } from './device-sheet.tsx'
import { EditSheet } from './edit-sheet.tsx'
import { GroupSheet } from './group-sheet.tsx'
import { useHomeSheets } from './home-sheets.ts'
import { OpenUrlSheet } from './open-url-sheet.tsx'
import { StateSheet } from './state-sheet.tsx'

interface DeviceSheetsProps {
  readonly devices: readonly HomeDevice[]
}

/** Sheets of one device. The last device stays mounted while its sheet closes, or when it leaves the list. */
export function DeviceSheets({ devices }: DeviceSheetsProps) {
  const open = useHomeSheets((state) => state.open)
  const [last, setLast] = useState<HomeDevice>()
  const wanted = open && 'deviceId' in open ? devices.find(({ deviceId }) => deviceId === open.deviceId) : undefined
  if (wanted && wanted !== last) setLast(wanted)
  const device = wanted ?? last
  if (!device) return null
  return (
    <>
      <DeviceSheet device={device} isOpen={open?.kind === 'actions'} />
      <OpenUrlSheet device={device} isOpen={open?.kind === 'openUrl'} />
      <AppsSheet device={device} isOpen={open?.kind === 'apps'} />
      <EditSheet device={device} isOpen={open?.kind === 'edit'} />
    </>
  )
}

interface SheetsProps {
  readonly devices: readonly HomeDevice[]
}

/** Sheets of the home page. */
export function Sheets({ devices }: SheetsProps) {
  return (
    <>
      <GroupSheet />
      <StateSheet />
      <DeviceSheets devices={devices} />
    </>
  )
}
