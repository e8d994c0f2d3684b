import type { StreamMode } from '@yunji/contract/devices/device/stream'
import { pathOf } from '@yunji/contract/pages'
import { deviceDisplay } from '../../../../shared/devices/device-display.ts'
import { loadedDeviceStatuses } from '../../../../shared/dictionary/device-statuses.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { systemClock } from '../../../../shared/platform/app/clock.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { lazyBundles } from '../lazy-bundles'
import type { HomeDevice } from './home-device.ts'

const INSTANCE_PATH = pathOf('webView/web_instance')

/** Bundle that requests stream tickets, loaded with the page: entering a phone is its most frequent action. */
export const prepareToEnter = () => lazyBundles.streamTicket().catch(() => undefined)

/** Optional: the page that shows the phone requests a ticket itself when none was prefetched. */
const requestTicketAhead = async (deviceId: number, mode: StreamMode): Promise<void> => {
  const tickets = await prepareToEnter()
  tickets?.prefetchTicket(deviceId, mode)
}

/** Opens the phone; requests its stream ticket while the page opens. */
export const enterPhone = (device: HomeDevice, intent?: 'upload'): void => {
  const { reason } = deviceDisplay(device, systemClock(), loadedDeviceStatuses())
  if (reason) return showToast(reason)
  const mode = device.right === 'view' ? 'view' : 'control'
  void requestTicketAhead(device.deviceId, mode)
  const wanted = intent ? `&open=${intent}` : ''
  void openPage(`${INSTANCE_PATH}?deviceId=${device.deviceId}&mode=${mode}${wanted}`)
}
