import { DeviceSheets } from './device-sheets.tsx'
import { GroupSheet } from './group-sheet.tsx'
import type { HomeDevice } from './home-device.ts'

interface SheetsProps {
  readonly devices: readonly HomeDevice[]
}

/** All that can lie over the home page. */
export function Sheets({ devices }: SheetsProps) {
  return (
    <>
      <GroupSheet />
      <DeviceSheets devices={devices} />
    </>
  )
}
