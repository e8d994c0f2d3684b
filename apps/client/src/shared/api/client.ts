import { track } from '../feedback/in-flight.ts'
import { showToast } from '../feedback/toast.ts'
import { leaveClosedPage } from '../navigation/go-to-login.ts'
import { client } from '../platform/app/client'
import { syncServerClock } from '../platform/app/clock.ts'
import { log } from '../platform/app/error-reporter.ts'
import { randomId } from '../platform/app/random-id.ts'
import { request } from '../platform/network/request'
import { currentPath } from '../platform/router/router.ts'
import { session } from '../session/session.ts'
import { createClient } from './create-client.ts'

/** Makes a call of the contract; everything that the specification says about requests happens here. */
export const callApi = createClient({
  transport: request,
  client,
  caller: () => {
    const { token, userId, channel } = session.store.getState()
    return { token, userId, channel }
  },
  randomId,
  track,
  showError: (text) => showToast(text, 'error'),
  log,
  currentPath,
  loseLogin: session.clear,
  goToLogin: () => void leaveClosedPage(currentPath()),
  onServerTime: syncServerClock,
})
