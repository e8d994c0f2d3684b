import { useState } from 'react'
import { AppsSheet } from './apps-sheet.tsx'
import { DeviceSheet } from './device-sheet.tsx'
import type { HomeDevice } from './home-device.ts'
import { useHomeSheets } from './home-sheets.ts'
import { OpenUrlSheet } from './open-url-sheet.tsx'
import { RenameSheet } from './rename-sheet.tsx'

interface DeviceSheetsProps {
  readonly devices: readonly HomeDevice[]
}

/** What is open about one device. It stays drawn while its sheet goes, and when it leaves the list meanwhile. */
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
      <RenameSheet device={device} isOpen={open?.kind === 'rename'} />
    </>
  )
}
