import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathOf } from '@yunji/contract/pages'
import { openBrowser } from '@yunji/testkit/browser'
import { embeddedDatabaseUrl } from '@yunji/testkit/embedded-database'
import { eventually } from '@yunji/testkit/eventually'
import { startSystem } from '@yunji/testkit/system'
import type { Browser, Page } from 'playwright-core'
import { findLayoutProblems } from './e2e/gallery/layout-checks.ts'
import { demo, logIn, shownPage } from './e2e/visit.ts'
import { createAccounts } from './support/accounts.ts'
import { givePlenty, type Plenty } from './support/plenty.ts'
import { type Looker, screensOf } from './support/screens.ts'

/**
 * `npm run sheets`: every page as visitor, with nothing and with plenty, at 320, 390, 430 px and on a desktop, in light and
 * dark, as pictures and as one sheet of HTML for each combination, in `artifacts/sheets`. `--width 390 --scheme dark --looker
 * plenty` narrows it.
 */
const FOLDER = join('artifacts', 'sheets')
const WIDTHS_PX = [320, 390, 430, 1280]
const HEIGHT_PX = 844
const SCHEMES = ['light', 'dark'] as const
const LOOKERS: readonly Looker[] = ['visitor', 'nothing', 'plenty']

type Scheme = (typeof SCHEMES)[number]

interface Combination {
  readonly width: number
  readonly scheme: Scheme
  readonly looker: Looker
}

interface Account {
  readonly phone: string
  readonly password: string
}

const { values: only } = parseArgs({
  options: { width: { type: 'string' }, scheme: { type: 'string' }, looker: { type: 'string' } },
})

const isWanted = ({ width, scheme, looker }: Combination): boolean =>
  (only.width ?? String(width)) === String(width) &&
  (only.scheme ?? scheme) === scheme &&
  (only.looker ?? looker) === looker

const combinations: readonly Combination[] = SCHEMES.flatMap((scheme) =>
  WIDTHS_PX.flatMap((width) => LOOKERS.map((looker) => ({ width, scheme, looker }))),
).filter(isWanted)

const main = async (): Promise<void> => {
  await using stack = new AsyncDisposableStack()
  const system = stack.adopt(await startSystem({ env: { YUNJI_PHONES: 'virtual' } }), (started) => started.stop())
  const browser = stack.adopt(await openBrowser(), (opened) => opened.close())
  const databaseUrl = await embeddedDatabaseUrl(system.dataDir)
  const plenty = await givePlenty(system.url, databaseUrl)
  const [fresh] = await createAccounts(databaseUrl, 1)
  const accounts: Readonly<Record<Looker, Account | undefined>> = {
    visitor: undefined,
    nothing: { phone: fresh?.mobilePhone ?? '', password: fresh?.password ?? '' },
    plenty: demo,
  }
  for (const combination of combinations) {
    const { scheme, width, looker } = combination
    await drawSheet(browser, system.url, { ...combination, plenty, account: accounts[looker] })
    process.stderr.write(`${FOLDER}/${scheme}-${width}-${looker}.html\n`)
  }
}

interface Sheet extends Combination {
  readonly plenty: Plenty
  readonly account: Account | undefined
}

const drawSheet = async (browser: Browser, baseURL: string, sheet: Sheet): Promise<void> => {
  const { width, scheme, looker, plenty, account } = sheet
  const name = `${scheme}-${width}-${looker}`
  await mkdir(join(FOLDER, name), { recursive: true })
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: HEIGHT_PX },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    colorScheme: scheme,
  })
  const page = await context.newPage()
  if (account) {
    await page.goto(pathOf('login/login'))
    await logIn(page, account)
    await page.waitForURL('**/pages/Home/index')
  }
  const pictures: string[] = []
  for (const { route, words, queryOf } of screensOf(looker, 'web')) {
    await page.goto(pathOf(route) + queryOf(plenty))
    await waitForWords(page, words)
    // Waits until nothing moves any more, whatever it finds.
    await findLayoutProblems(page, '#app')
    const file = `${name}/${route.replaceAll('/', '_')}.png`
    await page.screenshot({ path: join(FOLDER, file) })
    pictures.push(
      `<figure><img loading="lazy" width="${width}" src="${file}"><figcaption>${route}</figcaption></figure>`,
    )
  }
  await writeFile(
    join(FOLDER, `${name}.html`),
    `<!doctype html><meta charset="utf-8"><title>${name}</title>
<style>body{display:flex;flex-wrap:wrap;gap:24px;background:#888;font:14px sans-serif}figure{margin:0}</style>
${pictures.join('\n')}\n`,
  )
  await context.close()
}

const WORDS_DEADLINE_MS = 15_000

/** A page that lacks a word is drawn all the same: the sheet is to be looked at. */
const waitForWords = async (page: Page, words: readonly string[]): Promise<void> => {
  const hasAll = async (): Promise<void> => {
    const shown = await shownPage(page).innerText()
    if (!words.every((word) => shown.includes(word))) throw new Error('a word is missing')
  }
  await eventually(hasAll, { deadlineMs: WORDS_DEADLINE_MS, everyMs: 100 }).catch(() => undefined)
}

await main()
