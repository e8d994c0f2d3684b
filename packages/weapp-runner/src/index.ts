import type { Browser, Page } from 'playwright-core'
import { CONTROL_GLOBAL, REPORT_GLOBAL, type Report } from './control.ts'
import { waitUntil } from './deadline.ts'
import { hostUrl, packageUrl, serveHostPage } from './host-page.ts'
import { MiniProgram, type Reports } from './mini-program.ts'
import { pack } from './pack/pack.ts'

export { MiniProgram } from './mini-program.ts'

/** The drawings' screen. */
const SCREEN = { width: 390, height: 844 }
/** Entered from the list of recent programs. */
const SCENE_RECENT = 1001
const NO_SERVER = 'http://mini-program.test'
const BOOT_DEADLINE_MS = 20_000

export interface OpenOptions {
  /** Folder of a mini-program build. */
  readonly dist: string
  readonly browser: Browser
  /** Server whose API the program calls; requests leave the page as same-origin ones. */
  readonly origin?: string
  /** Origins that the build calls; each is sent to `origin` instead. */
  readonly apiOrigins?: readonly string[]
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Page to launch on, with its query; the entry page when absent. */
  readonly launch?: string
  readonly scene?: number
  /** What `wx.login` answers. */
  readonly loginCode?: string
  /** What the program finds in its storage when it starts. */
  readonly storage?: Readonly<Record<string, unknown>>
}

/** Packs a build and starts it on a phone-sized page of the browser. */
export async function openMiniProgram(options: OpenOptions): Promise<MiniProgram> {
  const packed = pack(options.dist)
  const origin = options.origin ?? NO_SERVER
  const context = await options.browser.newContext({
    viewport: options.viewport ?? SCREEN,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    storageState: { cookies: [], origins: [{ origin, localStorage: storedEntries(options.storage) }] },
  })
  const reports: Reports = { errors: [], warnings: [] }
  await context.exposeFunction(REPORT_GLOBAL, ({ level, message }: Report) => {
    reports[level === 'error' ? 'errors' : 'warnings'].push(message)
  })
  await serveHostPage(context, origin, packed, {
    ...(options.launch !== undefined && { launchUrl: options.launch }),
    scene: options.scene ?? SCENE_RECENT,
    loginCode: options.loginCode ?? 'runner-login-code',
    packageUrl: packageUrl(origin),
    requestOrigins: Object.fromEntries((options.apiOrigins ?? []).map((apiOrigin) => [apiOrigin, origin])),
  })
  const page = await context.newPage()
  page.on('crash', () => reports.errors.push('the browser page crashed'))
  await page.goto(hostUrl(origin))
  await waitUntil('the runtime', () => isRunning(page), BOOT_DEADLINE_MS)
  return new MiniProgram(page, packed.findings, reports)
}

const isRunning = (page: Page): Promise<boolean> =>
  page.evaluate((name) => Reflect.get(globalThis, name) !== undefined, CONTROL_GLOBAL)

const storedEntries = (storage: Readonly<Record<string, unknown>> = {}) =>
  Object.entries(storage).map(([key, value]) => ({ name: `weapp:${key}`, value: JSON.stringify(value) }))
