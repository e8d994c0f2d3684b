import { AvailabilityPage } from '../../features/devices/availability/availability-page.tsx'
import { NoDeviceChosen } from '../../shared/devices/no-device-chosen.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceAvailabilityPage() {
  const deviceId = deviceIdOf(usePageParams())
  return deviceId ? <AvailabilityPage deviceId={deviceId} /> : <NoDeviceChosen route="Device/availability" />
}
