import { openBrowser } from '@yunji/testkit/browser'
import { atMost, type Figure, percentile } from '@yunji/testkit/figures'
import { startSystem } from '@yunji/testkit/system'
import type { Page } from 'playwright-core'
import { logIn, shownPage } from '../../tests/e2e/visit.ts'

const LIMIT_MS = 500
const ROUNDS = 20
/** Guards against hanging only. */
const PATIENT = { timeout: 60_000 }

/**
 * Time from the tap on restart until its progress has been drawn, in the page's clock. Evaluated in the page, so it cannot
 * use anything of this file.
 */
const watchFirstProgress = (): Promise<number> =>
  new Promise((resolve) => {
    let tappedAtMs: number | undefined
    const onTap = (event: Event) => {
      tappedAtMs = event.timeStamp
    }
    document.addEventListener('click', onTap, { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (tappedAtMs === undefined || !/重启 \d+%/.test(document.body.innerText)) return
      const from = tappedAtMs
      observer.disconnect()
      // The second animation frame starts after the first has been drawn.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from)))
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })

const restart = async (page: Page): Promise<number> => {
  await shownPage(page).getByText('运行中').first().waitFor(PATIENT)
  await shownPage(page).getByRole('button', { name: '重启', exact: true }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: '重启' })
  await confirm.waitFor()
  const measured = page.evaluate(watchFirstProgress)
  await confirm.click()
  const ms = await measured
  await page.getByText('查看进度').waitFor({ state: 'detached', ...PATIENT })
  return ms
}

/** Time until the progress of a restart is visible, over twenty restarts. */
export const measureFirstProgress = async (): Promise<readonly Figure[]> => {
  const system = await startSystem({ env: { YUNJI_PHONES: 'virtual' } })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ baseURL: system.url, viewport: { width: 390, height: 844 } })
    await page.goto('/pages/login/login')
    await logIn(page)
    await page.waitForURL('**/pages/Home/index')
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await restart(page))
    return [atMost('task_first_progress_p95_ms', percentile(times, 0.95), LIMIT_MS)]
  } finally {
    await browser.close()
    await system.stop()
  }
}
