import { getUnreadCount } from '@yunji/contract/messages/calls'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import type { PageLogFields } from '@yunji/contract/telemetry/page-log'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createRefreshUnread } from '../../shared/accounts/refresh-unread.ts'
import { callApi } from '../../shared/api/client.ts'
import { createFormClient } from '../../shared/api/create-form-client.ts'
import { requestData } from '../../shared/api/query.ts'
import { isAppVisible, isOnline, watchAppEvents } from '../../shared/platform/app/app-events'
import { client } from '../../shared/platform/app/client'
import { systemClock } from '../../shared/platform/app/clock.ts'
import { setErrorListener } from '../../shared/platform/app/error-reporter.ts'
import { request } from '../../shared/platform/network/request'
import { currentPage } from '../../shared/platform/page/page-lifecycle.ts'
import { session } from '../../shared/session/session.ts'
import { createErrorReports } from './create-error-reports.ts'
import { createUnreadPoll } from './create-unread-poll.ts'
import { createUsage } from './create-usage.ts'

const { runtime, version } = session.store.getState()
const about = { client: runtime, version, terminalType: client.terminalType }

const usage = createUsage({
  clock: systemClock,
  random: Math.random,
  userId: () => session.store.getState().userId,
  send: (logId, exitMark) => {
    const log = { ...about, logId, accessingPages: currentPage.getState().path, exitMark }
    return callApi(saveUserUsageLog, log, { outlivesPage: exitMark === 1 })
  },
})

const refreshUnread = createRefreshUnread({
  store: session.store,
  fetchCounts: () => requestData(getUnreadCount, {}),
})

const unreadPoll = createUnreadPoll({
  refresh: refreshUnread,
  isLoggedIn: () => session.store.getState().token !== '',
})

const sendForm = createFormClient({ transport: request, apiBase: client.apiBase })

const sendPageLog = (fields: PageLogFields) => sendForm({ method: 'POST', path: sideRoutes.pageLog.path, fields })

const pageContext = () => ({ ...about, page: currentPage.getState().path, channel: session.store.getState().channel })

const logView = (): void => {
  if (currentPage.getState().path) sendPageLog({ event: 'view', ...pageContext() }).catch(() => undefined)
}

const sendErrorReport = createErrorReports({
  send: (report) => sendPageLog({ event: 'error', ...pageContext(), ...report }),
  isOnline,
})

export interface TelemetryStart {
  readonly atMs: number
  readonly userId: number | null
}

/** Usage logs, unread counts, page views and errors, for as long as the client runs. */
export const runTelemetry = ({ atMs, userId }: TelemetryStart): void => {
  watchAppEvents({
    onShow: () => {
      usage.show()
      unreadPoll.show()
    },
    onHide: () => {
      usage.hide()
      unreadPoll.hide()
    },
    onUnload: () => {
      usage.unload()
      unreadPoll.hide()
    },
  })
  session.store.subscribe((now, before) => {
    if (now.token === before.token) return
    usage.account()
    unreadPoll.account()
  })
  currentPage.subscribe((now, before) => {
    if (now.path !== before.path) logView()
  })
  setErrorListener(sendErrorReport)
  logView()
  if (!isAppVisible()) return
  // The same user since the start: usage counts from there.
  usage.show(session.store.getState().userId === userId ? atMs : systemClock())
  unreadPoll.show()
}
