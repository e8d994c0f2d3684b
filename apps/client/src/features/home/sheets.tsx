import { DeviceSheets } from './device-sheets.tsx'
import { GroupSheet } from './group-sheet.tsx'
import type { HomeDevice } from './home-device.ts'
import { StateSheet } from './state-sheet.tsx'

interface SheetsProps {
  readonly devices: readonly HomeDevice[]
}

/** All that can lie over the home page. */
export function Sheets({ devices }: SheetsProps) {
  return (
    <>
      <GroupSheet />
      <StateSheet />
      <DeviceSheets devices={devices} />
    </>
  )
}
