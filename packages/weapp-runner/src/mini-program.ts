import type { BrowserContext, Locator, Page } from 'playwright-core'
import {
  type ApiCall,
  CONTROL_GLOBAL,
  LONG_PRESS_EVENT,
  type NavigationKind,
  type PageState,
  type RunnerControl,
  type ViewTraffic,
} from './control.ts'
import { waitUntil } from './deadline.ts'
import { hostUrl } from './host-page.ts'
import { describeFinding, type Finding } from './pack/finding.ts'
import { translateSelector } from './pack/wxss.ts'

const TEXT = 'text='
const PLACEHOLDER = 'placeholder='
const START_DEADLINE_MS = 30_000
/** Guards against hanging only: a busy machine is slow. */
const DEADLINE_MS = 30_000

/** The program's own storage, seen from the test. */
export interface ProgramStorage {
  read(): Promise<Readonly<Record<string, unknown>>>
  write(key: string, value: unknown): Promise<void>
  clear(): Promise<void>
}

export interface Reports {
  readonly errors: string[]
  readonly warnings: string[]
}

/** A mini-program that runs. Everything that can be awaited polls until a deadline. */
export class MiniProgram {
  /** The browser's page, for what this class does not offer. */
  readonly page: Page
  /** Findings of the packer. */
  readonly findings: readonly Finding[]
  readonly storage: ProgramStorage
  private readonly reports: Reports
  private readonly context: BrowserContext

  private readonly origin: string

  constructor(page: Page, origin: string, findings: readonly Finding[], reports: Reports) {
    this.page = page
    this.origin = origin
    this.context = page.context()
    this.findings = findings
    this.reports = reports
    this.storage = {
      read: () => this.ask('readStorage'),
      write: (key, value) => this.ask('writeStorage', key, value),
      clear: () => this.ask('clearStorage'),
    }
  }

  /** Errors of the build and of the run so far. */
  get errors(): readonly string[] {
    return [...this.described('error'), ...this.reports.errors]
  }

  get warnings(): readonly string[] {
    return [...this.described('warning'), ...this.reports.warnings]
  }

  /** Starts the program, or ends it and starts it anew with the storage that it left. */
  async start(launch?: string): Promise<void> {
    await this.page.goto(hostUrl(this.origin, launch))
    await waitUntil(
      'the runtime',
      () => this.page.evaluate((name) => Reflect.get(globalThis, name) !== undefined, CONTROL_GLOBAL),
      START_DEADLINE_MS,
    )
  }

  forgetReports(): void {
    this.reports.errors.length = 0
    this.reports.warnings.length = 0
  }

  /** Open pages, the visible one last. */
  pages(): Promise<readonly PageState[]> {
    return this.ask('pages')
  }

  currentPage(): Promise<PageState> {
    return waitUntil('an open page', async () => (await this.pages()).at(-1), DEADLINE_MS)
  }

  /** Waits until the program shows a page, by its path without the leading slash. */
  async waitForPage(path: string, deadlineMs = DEADLINE_MS): Promise<PageState> {
    const isShown = async () => {
      const current = (await this.pages()).at(-1)
      return current?.path === path && current.isReady && current
    }
    try {
      return await waitUntil(`page ${path}`, isShown, deadlineMs)
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${await this.describe()}`, { cause: error })
    }
  }

  /** Text that stands on the visible page, without the phone's own bars. */
  async text(): Promise<string> {
    return (await this.page.locator('.weapp-frame[current]').innerText()).trim()
  }

  async waitForText(text: string, deadlineMs = DEADLINE_MS): Promise<void> {
    await this.find(`text=${text}`).waitFor({ timeout: deadlineMs })
  }

  /**
   * Locator on the screen: `text=登录` finds a text, `placeholder=手机号` a field by its placeholder,
   * anything else is a selector as the program's style sheets write it (`button.primary`, `#phone`).
   */
  find(selector: string): Locator {
    return this.locate(selector).filter({ visible: true }).first()
  }

  async tap(selector: string): Promise<void> {
    await this.find(selector).tap({ timeout: DEADLINE_MS })
  }

  async longPress(selector: string): Promise<void> {
    const target = this.find(selector)
    await target.tap({ trial: true, timeout: DEADLINE_MS })
    await target.dispatchEvent(LONG_PRESS_EVENT)
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.find(selector).locator('input, textarea').fill(text, { timeout: DEADLINE_MS })
  }

  /** Opens a page as if the program had been launched on it, and waits until it stands. */
  async launch(url: string): Promise<PageState> {
    return this.navigate('reLaunch', url)
  }

  async navigate(kind: NavigationKind, url = ''): Promise<PageState> {
    await this.ask('navigate', kind, url)
    return waitUntil(
      'the page to be ready',
      async () => (await this.pages()).at(-1)?.isReady && this.currentPage(),
      DEADLINE_MS,
    )
  }

  /** Waits until no request is under way. */
  async waitForRequests(deadlineMs = DEADLINE_MS): Promise<void> {
    await waitUntil('requests to end', async () => (await this.ask('pendingRequestCount')) === 0, deadlineMs)
  }

  /** What the program has sent to its view so far. */
  viewTraffic(): Promise<ViewTraffic> {
    return this.ask('viewTraffic')
  }

  /** Calls of one interface so far, with what they were given. */
  calls(name: string): Promise<readonly ApiCall[]> {
    return this.ask('calls', name)
  }

  /** A field of the program's `App` object. */
  appField<Value>(name: string): Promise<Value> {
    return this.ask('appField', name) as Promise<Value>
  }

  /** Fixes what an interface or a button's `open-type` answers; an `errMsg` with `:fail` makes it fail. */
  answer(name: string, result: Readonly<Record<string, unknown>>): Promise<void> {
    return this.ask('answer', name, result)
  }

  forgetAnswer(name: string): Promise<void> {
    return this.ask('forgetAnswer', name)
  }

  /** Delays navigations, as on a slow phone; others are refused meanwhile. */
  holdNavigations(): Promise<void> {
    return this.ask('holdNavigations')
  }

  releaseNavigations(): Promise<void> {
    return this.ask('releaseNavigations')
  }

  /** Fires an event of the phone, such as `networkStatusChange`. */
  emit(event: string, data: unknown): Promise<void> {
    return this.ask('emit', event, data)
  }

  /** Puts a file where the program finds it, as if it had been chosen. */
  putFile(path: string, content: Buffer): Promise<void> {
    return this.ask('putFile', path, content.toString('base64'))
  }

  enterBackground(): Promise<void> {
    return this.ask('enterBackground')
  }

  enterForeground(): Promise<void> {
    return this.ask('enterForeground')
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path, animations: 'disabled' })
  }

  async close(): Promise<void> {
    await this.context.close()
  }

  /** Screen content for error messages. */
  private async describe(): Promise<string> {
    const paths = (await this.pages()).map(({ path }) => path)
    const shown = paths.length > 0 ? await this.text() : 'nothing'
    return [`open: ${paths.join(' > ')}`, `shown: ${shown}`, ...this.errors].join('\n')
  }

  private locate(selector: string): Locator {
    if (selector.startsWith(TEXT)) return this.page.locator(selector)
    if (!selector.startsWith(PLACEHOLDER)) return this.page.locator(translateSelector(selector))
    const placeholder = this.page.getByText(selector.slice(PLACEHOLDER.length), { exact: true })
    return this.page.locator('wx-input, wx-textarea').filter({ has: placeholder })
  }

  private described(level: Finding['level']): string[] {
    return this.findings.filter((finding) => finding.level === level).map(describeFinding)
  }

  private ask<Name extends keyof RunnerControl>(
    name: Name,
    ...args: Parameters<RunnerControl[Name]>
  ): Promise<Awaited<ReturnType<RunnerControl[Name]>>> {
    return this.page.evaluate(
      ([global, method, parameters]) => {
        const control: Record<string, (...args: readonly unknown[]) => unknown> = Reflect.get(globalThis, global)
        return control[method]?.(...parameters)
      },
      [CONTROL_GLOBAL, name, args] as const,
    ) as Promise<Awaited<ReturnType<RunnerControl[Name]>>>
  }
}
