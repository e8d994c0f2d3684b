import { getUnreadCount } from '@yunji/contract/messages/calls'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

/** The fake clock cannot go back: the pause must be in the future when the browser receives it. */
const PAUSE_AHEAD_MS = 5_000

interface KeptLog {
  readonly log_id: string
  readonly accessing_pages: string
  readonly exit_mark: number
  readonly client: string
}

const keptLogs = ({ userId }: Person): Promise<KeptLog[]> =>
  withClient(system.databaseUrl(), async (client) => {
    const { rows } = await client.query<KeptLog>('select * from usage_logs where user_id = $1 order by logged_at', [
      userId,
    ])
    return rows
  })

/** All requests for a path from now on, once answered: one that is under way would time out when the clock is moved. */
const requestsFor = (page: Page, path: string): Request[] => {
  const requests: Request[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request)
  })
  return requests
}

/** Sets the visibility that the browser reports to the page. */
const setShown = (page: Page, isShown: boolean) =>
  page.evaluate(
    (visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isShown ? 'visible' : 'hidden',
  )

/** A logged-in user on a simple page with a fake clock. */
const signUp = async () => {
  const person = await people.signUp()
  const { page } = person
  await page.clock.install()
  const logs = requestsFor(page, saveUserUsageLog.path)
  const unread = requestsFor(page, getUnreadCount.path)
  const views = requestsFor(page, sideRoutes.pageLog.path)
  await page.goto('/pages/user/accountList')
  await shownPage(page).getByText('切换账号').first().waitFor()
  // Polling has started with its first request of the unread counts. From then on the clock is paused.
  await expect.poll(() => unread.length, LONG_TIMEOUT).toBe(1)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + PAUSE_AHEAD_MS)
  return { person, page, logs, unread, views }
}

test('a usage log goes every 30 s while somebody looks, and unread counts are read every 60 s', async () => {
  const { person, page, logs, unread, views } = await signUp()
  await expect.poll(() => views.length, LONG_TIMEOUT).toBe(1)
  expect(new URLSearchParams(views[0]?.postData() ?? '').get('page')).toBe('/pages/user/accountList')
  await page.clock.runFor(65_000)
  await expect.poll(() => logs.length, LONG_TIMEOUT).toBe(2)
  await expect.poll(() => unread.length, LONG_TIMEOUT).toBe(2)

  await setShown(page, false)
  await page.clock.runFor(44_000)
  await setShown(page, true)
  await expect.poll(() => unread.length, LONG_TIMEOUT).toBe(3)
  await page.clock.runFor(31_000)
  await expect.poll(() => logs.length, LONG_TIMEOUT).toBe(3)
  await setShown(page, false)
  await page.clock.runFor(46_000)
  expect(logs).toHaveLength(3)
  await setShown(page, true)
  await page.clock.runFor(31_000)
  await expect.poll(() => logs.length, LONG_TIMEOUT).toBe(4)

  const kept = await eventually(async () => {
    const rows = await keptLogs(person)
    expect(rows).toHaveLength(4)
    return rows
  })
  expect(new Set(kept.slice(0, 3).map((row) => row.log_id)).size).toBe(1)
  expect(kept[3]?.log_id).not.toBe(kept[0]?.log_id)
  expect(kept[0]).toMatchObject({ accessing_pages: '/pages/user/accountList', exit_mark: 0, client: 'h5' })
  expect(person.takeErrors()).toEqual([])
})

test('a tab that is closed says so, though the page is gone', async () => {
  const { person, page } = await signUp()
  await page.clock.runFor(2_000)
  await page.close()
  await eventually(async () => expect(await keptLogs(person)).toMatchObject([{ exit_mark: 1 }]))
})

test('the last log says who it was; a session of less than a second has none', async () => {
  const { person, page, logs } = await signUp()
  const leave = (isKept: boolean) =>
    page.evaluate((persisted) => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted })), isKept)
  await leave(true)
  await expect.poll(() => logs.length, LONG_TIMEOUT).toBe(1)
  expect(logs[0]?.headers()).toMatchObject({
    [header.token]: person.token,
    [header.userId.toLowerCase()]: String(person.userId),
    [header.channel]: 'h5',
    [header.clientType.toLowerCase()]: 'h5',
    [header.requestSource.toLowerCase()]: 'miniApp',
  })
  // A page restored from the back/forward cache starts another session.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.clock.runFor(999)
  await leave(false)
  await page.evaluate(() => fetch('/healthz'))
  expect(logs).toHaveLength(1)
})

test('an error is reported once, a rejection never, and a failed usage log stops the timer and shows nothing', async () => {
  const { person, page, logs, views } = await signUp()
  await page.route(`**${saveUserUsageLog.path}**`, (route) => route.fulfill({ status: 503, body: '' }))
  await page.evaluate(() => {
    const fail = () => {
      throw new Error('broken 13800138000')
    }
    queueMicrotask(fail)
    queueMicrotask(fail)
    void Promise.reject(new Error('nobody cares'))
  })
  const reports = () =>
    views
      .map((request) => new URLSearchParams(request.postData() ?? ''))
      .filter((form) => form.get('event') === 'error')
  await expect.poll(() => reports().length, LONG_TIMEOUT).toBe(1)
  expect(reports()[0]?.get('message')).toBe('broken …')
  for (let halfMinutes = 0; halfMinutes < 3; halfMinutes += 1) {
    await page.clock.runFor(30_000)
    await expect.poll(() => logs.length, LONG_TIMEOUT).toBe(1)
  }
  expect(reports()).toHaveLength(1)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  const kept = await withClient(system.databaseUrl(), async (client) => {
    const { rows } = await client.query('select message, times::int from client_errors')
    return rows
  })
  expect(kept).toEqual([{ message: 'broken …', times: 1 }])
  person.takeErrors()
})
