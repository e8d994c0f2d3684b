import { pathOf } from '@yunji/contract/navigation/pages'
import { showToast } from '../../shared/feedback/toast.ts'
import { systemClock } from '../../shared/platform/clock.ts'
import { openPage } from '../../shared/platform/router.ts'
import { holdTicket } from '../../shared/stream/ticket-ahead.ts'
import { deviceFace } from './device-face.ts'
import type { HomeDevice } from './home-device.ts'

const INSTANCE_PATH = pathOf('webView/web_instance')

/** Opens the phone itself. Its ticket is asked for at once, while the page is still being opened. */
export const enterPhone = (device: HomeDevice, wish?: 'upload'): void => {
  const { reason } = deviceFace(device, systemClock())
  if (reason) return showToast(reason)
  const mode = device.right === 'view' ? 'view' : 'control'
  holdTicket(device.deviceId, mode)
  const wanted = wish ? `&open=${wish}` : ''
  void openPage(`${INSTANCE_PATH}?deviceId=${device.deviceId}&mode=${mode}${wanted}`)
}
