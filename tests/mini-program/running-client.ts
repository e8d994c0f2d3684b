import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { openTestBrowser } from '@yunji/testkit/browser'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { keepFailure } from '@yunji/testkit/kept-failure'
import { startSystem } from '@yunji/testkit/system'
import { type MiniProgram, openMiniProgram } from '@yunji/weapp-runner'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/** The demo account (see the README). */
export const demo = { phone: '13800138000', maskedPhone: '138****8000', password: 'yunji2026' } as const

/** Guards against hanging only: a busy machine is slow. */
export const LONG_TIMEOUT = { timeout: 60_000 }

interface ClientOptions {
  readonly env?: Record<string, string>
  /** Code that `wx.login` returns. */
  readonly loginCode?: string
}

interface RunningClient {
  (): MiniProgram
  /** Address of the server. */
  url(): string
  databaseUrl(): string
  /** Data folder of the system and its phones. */
  dataDir(): string
}

/** The mini-program build against a real server, once for a test file. */
export function useRunningClient({ env = {}, loginCode }: ClientOptions = {}): RunningClient {
  const stack = new AsyncDisposableStack()
  let program: MiniProgram
  let url: string
  let databaseUrl: string
  let dataDir: string
  let output = () => ''
  beforeAll(async () => {
    const database = stack.adopt(await createMigratedDatabase(), (opened) => opened.drop())
    databaseUrl = database.url
    const system = stack.adopt(await startSystem({ env: { DATABASE_URL: database.url, ...env } }), (started) =>
      started.stop(),
    )
    dataDir = system.dataDir
    output = system.output
    url = system.url
    const browser = stack.adopt(await openTestBrowser(), (opened) => opened.close())
    program = await openMiniProgram({
      dist: clientBuild(),
      browser,
      origin: system.url,
      cashierPath: servedRoutes.demoRequestPayment.path,
      ...(loginCode !== undefined && { loginCode }),
    })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepFailure(task, [program.page], output())
  })
  afterAll(() => stack.disposeAsync())
  return Object.assign(() => program, { url: () => url, databaseUrl: () => databaseUrl, dataDir: () => dataDir })
}

function clientBuild(): string {
  const folder = fileURLToPath(new URL('../../apps/client/dist/weapp', import.meta.url))
  if (!existsSync(folder)) throw new Error('no mini-program build: npm run build makes one')
  return folder
}

/** Waits until the button is enabled: an earlier tap would be lost. */
export async function tapWhenReady(program: MiniProgram, words: string): Promise<void> {
  const unready = program.page.locator('.weapp-frame[current] [class*="button-module__disabled"]', { hasText: words })
  await expect.poll(() => unready.count(), LONG_TIMEOUT).toBe(0)
  await program.tap(`text=/^${words}$/`)
}

interface Credentials {
  readonly phone: string
  readonly password: string
}

export async function logIn(program: MiniProgram, { phone, password }: Credentials = demo): Promise<void> {
  await program.waitForPage('pages/login/login')
  await program.tap('text=/^密码登录$/')
  await program.fill('placeholder=请输入手机号', phone)
  await program.fill('placeholder=请输入密码', password)
  await program.tap('text=/^已阅读并同意$/')
  await program.tap('text=/^登录$/')
}
