import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { openTestBrowser } from '@yunji/testkit/browser'
import { openMiniProgram } from '@yunji/weapp-runner'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, type Photograph, writeContactSheet } from './gallery/contact-sheet.ts'
import { findLayoutProblems, RESIZED_QUIET_MS } from './gallery/layout-checks.ts'
import { type GalleryServer, serveGallery } from './gallery/serve-gallery.ts'

const GALLERY = '/pages/gallery/index'
const MIDDLE_PX = 390
const WIDTHS_PX = [320, MIDDLE_PX, 430]
const HEIGHT_PX = 844

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Pictures are to be looked at: they are drawn when they are asked for. */
const takesPictures = Boolean(process.env['YUNJI_GALLERY_PICTURES'])
/** Layout is the same at every scale. */
const SCALE = takesPictures ? 2 : 1
const pictures = path.join(root, 'artifacts', 'gallery')

const stack = new AsyncDisposableStack()
const photographs: Photograph[] = []
let browser: Browser
let server: GalleryServer
let sections: readonly string[]

beforeAll(async () => {
  if (takesPictures) {
    await rm(pictures, { recursive: true, force: true })
    await mkdir(pictures, { recursive: true })
  }
  server = stack.use(await serveGallery(buildOf('h5-gallery')))
  browser = stack.adopt(await openTestBrowser(), (opened) => opened.close())
  sections = await listSections()
})

afterAll(async () => {
  if (takesPictures) await writeContactSheet(pictures, photographs)
  await stack.disposeAsync()
})

function buildOf(target: string): string {
  const folder = path.join(root, 'apps', 'client', 'dist', target)
  if (!existsSync(folder)) throw new Error(`no ${target}: npm test builds it`)
  return folder
}

async function listSections(): Promise<readonly string[]> {
  const page = await browser.newPage()
  await page.goto(server.url + GALLERY)
  const links = page.locator('a[href*="section="]')
  await links.first().waitFor()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await page.close()
  return hrefs.map((href) => new URLSearchParams(href.split('?')[1]).get('section') ?? '')
}

/** Sections that are checked in detail. */
const scaleAt = (widthPx: number) => (widthPx === MIDDLE_PX ? 2 : 1)

interface SectionCheck {
  readonly shot: Photograph
  /** Scroll container of the section. */
  readonly scroller: string
  readonly quietMs?: number
}

async function takePicture(page: Page, shot: Photograph): Promise<void> {
  await page.screenshot({
    path: path.join(pictures, fileOf(shot)),
    animations: 'disabled',
    scale: scaleAt(shot.widthPx) === 1 ? 'css' : 'device',
  })
  photographs.push(shot)
}

/** Shows a section from top to end; returns its problems. */
async function checkSection(page: Page, { shot, scroller, quietMs }: SectionCheck): Promise<string[]> {
  const content = page.locator(scroller).last()
  const section = `#section-${shot.section}`
  await page.locator(section).waitFor()
  const heightPx = await content.evaluate((element) => element.scrollHeight)
  await page.setViewportSize({ width: shot.widthPx, height: Math.max(heightPx, HEIGHT_PX) })
  const problems = await findLayoutProblems(page, section, quietMs)
  if (takesPictures) await takePicture(page, shot)
  const widthPx = await content.evaluate((element) => element.scrollWidth)
  return widthPx > shot.widthPx ? [...problems, `${widthPx} px wide`] : problems
}

/** Every section at every width, the narrowest first: texts are cut off there, if anywhere. */
async function checkAllSections(
  page: Page,
  host: { readonly name: string; readonly scroller: string; open(section: string): Promise<unknown> },
): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {}
  for (const section of sections) {
    await page.setViewportSize({ width: Math.min(...WIDTHS_PX), height: HEIGHT_PX })
    await host.open(section)
    for (const [index, widthPx] of WIDTHS_PX.entries()) {
      await page.setViewportSize({ width: widthPx, height: HEIGHT_PX })
      const shot = { section, screen: `${host.name}-${widthPx}`, widthPx }
      const quiet = index > 0 && { quietMs: RESIZED_QUIET_MS }
      const found = await checkSection(page, { shot, scroller: host.scroller, ...quiet })
      // Accessibility does not depend on the width.
      if (host.name === 'h5' && widthPx === MIDDLE_PX) found.push(...(await findAccessibilityViolations(page, '#app')))
      if (found.length > 0) problems[`${section} at ${widthPx}`] = found
    }
  }
  return problems
}

test('in a browser every section looks as it should at every width', async () => {
  const context = await browser.newContext({ deviceScaleFactor: SCALE, hasTouch: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const problems = await checkAllSections(page, {
    name: 'h5',
    scroller: '.taro_page',
    open: (section) => page.goto(`${server.url}${GALLERY}?section=${section}`),
  })
  await context.close()
  expect({ problems, errors }).toEqual({ problems: {}, errors: [] })
})

test('in the mini-program too', async () => {
  const program = await openMiniProgram({
    dist: buildOf('weapp-gallery'),
    browser,
    origin: server.url,
    viewport: { width: Math.min(...WIDTHS_PX), height: HEIGHT_PX },
    deviceScaleFactor: SCALE,
  })
  const problems = await checkAllSections(program.page, {
    name: 'weapp',
    scroller: '.weapp-frame[current] .weapp-scroller',
    open: (section) => program.launch(`${GALLERY}?section=${section}`),
  })
  const { errors } = program
  await program.close()
  expect({ problems, errors }).toEqual({ problems: {}, errors: [] })
})
