import type { Browser } from 'playwright-core'
import { REPORT_GLOBAL, type Report, STORAGE_PREFIX } from './control.ts'
import { packageUrl, serveHostPage } from './host-page.ts'
import { MiniProgram, type Reports } from './mini-program.ts'
import { pack } from './pack/pack.ts'

export { MiniProgram } from './mini-program.ts'

/** The drawings' screen. */
const SCREEN = { width: 390, height: 844 }
/** Entered from the list of recent programs. */
const SCENE_RECENT = 1001
const NO_SERVER = 'http://mini-program.test'

export interface OpenOptions {
  /** Folder of a mini-program build. */
  readonly dist: string
  readonly browser: Browser
  /** Server that stands in for every host that the build calls; requests leave the page as same-origin ones. */
  readonly origin?: string
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Dots of the screen for a pixel of the program; two when absent. */
  readonly deviceScaleFactor?: number
  /** Page to launch on, with its query; the entry page when absent. */
  readonly launch?: string
  readonly scene?: number
  /** First code of `wx.login`; each later call gets another. */
  readonly loginCode?: string
  /**
   * Path of the origin that stands for WeChat's payment server. It takes the parameters of
   * `wx.requestPayment` with a `choice`: `show` answers what is to be paid, `ok`, `cancel` and `fail` answer an `errMsg`.
   */
  readonly cashierPath?: string
  /** Initial content of the program's storage. */
  readonly storage?: Readonly<Record<string, unknown>>
}

/** Packs a build and starts it on a phone-sized page of the browser. */
export async function openMiniProgram(options: OpenOptions): Promise<MiniProgram> {
  const packed = pack(options.dist)
  const origin = options.origin ?? NO_SERVER
  const context = await options.browser.newContext({
    viewport: options.viewport ?? SCREEN,
    deviceScaleFactor: options.deviceScaleFactor ?? 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    ...(options.storage && { storageState: storedState(origin, options.storage) }),
  })
  const reports: Reports = { errors: [], warnings: [] }
  await context.exposeFunction(REPORT_GLOBAL, ({ level, message }: Report) => {
    reports[level === 'error' ? 'errors' : 'warnings'].push(message)
  })
  await serveHostPage(context, origin, packed, {
    scene: options.scene ?? SCENE_RECENT,
    loginCode: options.loginCode ?? 'runner-login-code',
    packageUrl: packageUrl(origin),
    ...(options.origin !== undefined && { requestOrigin: options.origin }),
    ...(options.cashierPath !== undefined && { cashierUrl: new URL(options.cashierPath, origin).href }),
  })
  const page = await context.newPage()
  page.on('crash', () => reports.errors.push('the browser page crashed'))
  const program = new MiniProgram(page, origin, packed.findings, reports)
  await program.start(options.launch)
  return program
}

const storedState = (origin: string, storage: Readonly<Record<string, unknown>>) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: Object.entries(storage).map(([key, value]) => ({
        name: STORAGE_PREFIX + key,
        value: JSON.stringify(value),
      })),
    },
  ],
})
