import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import type { PageLogFields } from '@yunji/contract/telemetry/page-log'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { refreshUnread } from '../../shared/accounts/unread.ts'
import { callApi } from '../../shared/api/client.ts'
import { createFormClient } from '../../shared/api/create-form-client.ts'
import { isClientShown, isOnline, watchClient } from '../../shared/platform/app/app-events'
import { client } from '../../shared/platform/app/client'
import { systemClock } from '../../shared/platform/app/clock.ts'
import { hearErrors } from '../../shared/platform/app/error-reporter.ts'
import { request } from '../../shared/platform/network/request'
import { shownPage } from '../../shared/platform/page/page-lifecycle.ts'
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
    const log = { ...about, logId, accessingPages: shownPage.getState().path, exitMark }
    return callApi(saveUserUsageLog, log, { outlivesPage: exitMark === 1 })
  },
})

const unreadPoll = createUnreadPoll({
  refresh: refreshUnread,
  isLoggedIn: () => session.store.getState().token !== '',
})

const sendForm = createFormClient({ transport: request, apiBase: client.apiBase })

const sendPageLog = (fields: PageLogFields) => sendForm({ method: 'POST', path: sideRoutes.pageLog.path, fields })

const wherever = () => ({ ...about, page: shownPage.getState().path, channel: session.store.getState().channel })

const logView = (): void => {
  if (shownPage.getState().path) sendPageLog({ event: 'view', ...wherever() }).catch(() => undefined)
}

const reportError = createErrorReports({
  send: (report) => sendPageLog({ event: 'error', ...wherever(), ...report }),
  isOnline,
})

export interface Beginning {
  readonly atMs: number
  readonly userId: number | null
}

/** Usage logs, unread counts, page views and errors, for as long as the client runs. */
export const runPulse = ({ atMs, userId }: Beginning): void => {
  watchClient({
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
  shownPage.subscribe((now, before) => {
    if (now.path !== before.path) logView()
  })
  hearErrors(reportError)
  logView()
  if (!isClientShown()) return
  // Whoever was here from the beginning has been using the client since then.
  usage.show(session.store.getState().userId === userId ? atMs : systemClock())
  unreadPoll.show()
}
