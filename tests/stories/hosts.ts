import { fileURLToPath } from 'node:url'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { type MiniProgram, openMiniProgram } from '@yunji/weapp-runner'
import type { Browser, Locator } from 'playwright-core'
import { problemsOf } from '../e2e/page-elements.ts'
import { LONG_TIMEOUT, type Visit } from '../e2e/visit.ts'
import type { Host } from './client.ts'

const SHOWN = '.taro_page:visible'

export const h5 = ({ context, page, takeErrors }: Visit): Host => ({
  name: 'H5',
  page: () => page,
  selectors: {
    shown: SHOWN,
    sheet: '[role=dialog]',
    dialog: '[role=alertdialog]',
    dismiss: '[aria-label=关闭]',
    pressable: 'xpath=ancestor-or-self::*[self::a[@href] or self::button[not(@disabled)]][1]',
  },
  payment: /^支付宝支付 ¥/,
  open: async (path) => void (await page.goto(path)),
  path: async () => {
    const shown = await page.locator(SHOWN).evaluateAll((pages) => pages.map(({ id }) => id))
    // Two while one takes the place of the other.
    return shown.length === 1 ? shown[0]?.split('?')[0] : undefined
  },
  back: async () => void (await page.goBack()),
  press: (control) => control.click(LONG_TIMEOUT),
  sign: (root, name) => root.locator(`[aria-label="${name}"]`),
  // A placeholder alone is no name: it goes when something is written.
  field: (root, placeholder) => root.getByPlaceholder(placeholder, { exact: true }).and(page.locator('[aria-label]')),
  isChosen: (control) => {
    const choice = control.closest('[aria-checked], [aria-selected]')
    return choice?.matches('[aria-checked=true], [aria-selected=true]') ?? false
  },
  inspect: () => problemsOf(page),
  takeErrors,
  close: () => context.close(),
})

/** A sign by the path of its drawing (`shared/ui/icon`). */
const drawn = (path: string): string => `[style*="${encodeURIComponent(`d="${path}"`)}"]`

/** Signs of the mini-program, which has no accessible names: what they look like, beside the thing that is in their name. */
const signs: readonly { readonly name: RegExp; readonly selector: string }[] = [
  { name: /^「(.+)」的更多操作$/, selector: '[class*="icon-button-module__button"]' },
  { name: /^上移「(.+)」$/, selector: drawn('m6 14.5 6-6 6 6') },
  { name: /^下移「(.+)」$/, selector: drawn('m6 9.5 6 6 6-6') },
  { name: /^(.+)：运行$/, selector: '[class*="switch-module__hit"]' },
  { name: /^(.+)的使用规则$/, selector: '[class*="coupons-module__cover"]' },
]

interface MiniProgramOptions {
  readonly browser: Browser
  /** Address of the server. */
  readonly origin: string
  readonly storage: Readonly<Record<string, unknown>>
  /** Code that `wx.login` returns. */
  readonly loginCode?: string
}

/** Around words; anything else that can be pressed looks like any other box. */
const BUTTON = 'ancestor-or-self::*[contains(@class, "button-module__button")]'
const DIST = fileURLToPath(new URL('../../apps/client/dist/weapp', import.meta.url))

export const openProgram = (
  { browser, origin, storage, loginCode }: MiniProgramOptions,
  launch: string,
): Promise<MiniProgram> =>
  openMiniProgram({
    dist: DIST,
    browser,
    origin,
    storage,
    launch,
    cashierPath: servedRoutes.demoRequestPayment.path,
    ...(loginCode !== undefined && { loginCode }),
  })

/** Starts with the first page that is opened. */
export const miniProgram = (options: MiniProgramOptions): Host => {
  let program: MiniProgram | undefined
  const started = (): MiniProgram => {
    if (!program) throw new Error('no page was opened')
    return program
  }
  return {
    name: 'mini-program',
    page: () => started().page,
    selectors: {
      shown: '.weapp-frame[current]',
      sheet: '[class*="sheet-module__panel"]',
      dialog: '[class*="dialog-card-module__dialog"]',
      dismiss: '[class*="sheet-module__close"]',
      pressable: `xpath=(${BUTTON} | self::*[not(${BUTTON})])[not(ancestor-or-self::*[contains(@class, "__disabled")])]`,
    },
    payment: /^微信支付 ¥/,
    open: async (path) => {
      if (program) await program.launch(path)
      else program = await openProgram(options, path.slice(1))
    },
    path: async () => {
      const current = (await started().pages()).at(-1)
      return current?.isReady ? `/${current.path}` : undefined
    },
    back: async () => void (await started().navigate('navigateBack')),
    press: (control) => control.tap(LONG_TIMEOUT),
    sign: (root, name) => signOf(started(), root, name),
    field: (root, placeholder) =>
      root
        .locator('wx-input, wx-textarea')
        .filter({ has: started().page.getByText(placeholder, { exact: true }) })
        .locator('input, textarea'),
    isChosen: (control) => {
      const levels = 4
      for (
        let around: Element | null = control, level = 0;
        around && level < levels;
        around = around.parentElement, level += 1
      ) {
        if (/__selected|chip-module__(filter|choice)/.test(around.className)) return true
        const [mark, ...others] = around.querySelectorAll(
          '[class*="tick-module__tick"], [class*="switch-module__groove"]',
        )
        if (mark) return others.length === 0 && /__on_/.test(mark.className)
      }
      return false
    },
    // The gallery checks every part of the design on this host.
    inspect: async () => [],
    takeErrors: () => {
      const errors = [...started().errors]
      started().forgetReports()
      return errors
    },
    close: async () => program?.close(),
  }
}

const signOf = ({ page }: MiniProgram, root: Locator, name: string): Locator => {
  for (const sign of signs) {
    const thing = sign.name.exec(name)?.[1]
    if (thing === undefined) continue
    const shape = page.locator(sign.selector)
    const around = root.locator('wx-view').filter({ has: page.getByText(thing, { exact: true }) })
    return around.filter({ has: shape }).last().locator(shape)
  }
  return root.locator('no-such-sign')
}
