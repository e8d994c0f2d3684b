import { useDeviceStatuses } from '../dictionary/device-statuses.ts'
import { type DeviceDisplay, deviceDisplay, type FacedDevice } from './device-display.ts'

/** Presentation of devices in the operator's words; a component is drawn again when they have come. */
export const useDeviceDisplay = () => {
  const statuses = useDeviceStatuses()
  return (device: FacedDevice, nowMs: number): DeviceDisplay => deviceDisplay(device, nowMs, statuses)
}
