import { type PageRoute, pathOf } from '@yunji/contract/pages'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { LONG_TIMEOUT } from '../e2e/visit.ts'

/** Hosts of the client. */
export const hosts = ['H5', 'mini-program'] as const
export type HostName = (typeof hosts)[number]

/** A page by its route, with its query. */
export type Address = PageRoute | `${PageRoute}?${string}`

/** Visible words. Of a control a string is the whole name; elsewhere a part of a text is enough. */
type Words = string | RegExp

/**
 * The client in the hands of a person, on either host. Each verb waits for what it needs and returns when its effect is
 * there; a step without an effect of its own is followed by `see` or `at`.
 */
export interface Client {
  readonly host: HostName
  /** For what is true of one host alone. */
  readonly page: Page
  /** Opens a page as a link from outside does. */
  open(address: Address): Promise<void>
  /** The page that is shown; waits for it. */
  at(route: PageRoute): Promise<void>
  /** To the page before this one. */
  back(): Promise<void>
  /** Presses what bears the words, or a sign without words by its name: 上移「夜班」. */
  tap(name: Words): Promise<void>
  /** Sees words that cannot be pressed yet. */
  cannotTap(name: Words): Promise<void>
  /** Selects an option, a tab or a checkbox unless it is selected. */
  choose(name: Words): Promise<void>
  /** Writes into the field with this placeholder. */
  fill(placeholder: string, value: string): Promise<void>
  /** Pays the order of the payment page with the host's own way to pay: Alipay, or WeChat's sheet. */
  pay(): Promise<void>
  /** Answers the open dialog, which closes. */
  confirm(answer: string): Promise<void>
  /** Closes the open sheet by its sign. */
  dismiss(): Promise<void>
  see(...words: Words[]): Promise<void>
  /** Means something only after `see`: a page that is not drawn yet has no words. */
  miss(...words: Words[]): Promise<void>
  /** The whole text that matches. */
  read(pattern: RegExp): Promise<string>
  /** Checks the layout and the accessibility of what is shown, where the host has a way to. */
  inspect(): Promise<void>
  /** Errors of the program since the last call. */
  takeErrors(): string[]
  /** Words on screen, and the errors: for a test that has failed. */
  describe(): Promise<string>
  close(): Promise<void>
}

/** Differences of the hosts. The rest is the same elements in a browser. */
export interface Host {
  readonly name: HostName
  page(): Page
  readonly selectors: {
    /** Root of the shown page, and of a sheet and a dialog in it. */
    readonly shown: string
    readonly sheet: string
    readonly dialog: string
    /** Closes a sheet. */
    readonly dismiss: string
    /** XPath from words to what is pressed with them, once it can be. */
    readonly pressable: string
  }
  /** Words of the button that pays. */
  readonly payment: RegExp
  open(path: string): Promise<void>
  /** Path of the shown page; undefined until it can be used. */
  path(): Promise<string | undefined>
  back(): Promise<void>
  press(control: Locator): Promise<void>
  /** A control that has no visible words. */
  sign(root: Locator, name: string): Locator
  field(root: Locator, placeholder: string): Locator
  /** Runs in the page. */
  readonly isChosen: (control: HTMLElement | SVGElement) => boolean
  inspect(): Promise<string[]>
  takeErrors(): string[]
  close(): Promise<void>
}

const MAX_SHOWN_CHARS = 1500

/** Fields group digits, and codes are written in capitals. */
const bare = (value: string): string => value.replace(/\s/g, '').toUpperCase()

export const createClient = (host: Host): Client => {
  const { shown, sheet, dialog, pressable } = host.selectors
  /** Top layer: a dialog, else a sheet, else the page. */
  const top = [
    `${shown} ${dialog}`,
    `${shown}:not(:has(${dialog})) ${sheet}`,
    `${shown}:not(:has(${dialog})):not(:has(${sheet}))`,
  ].join(', ')
  const visible = (root: string, words: Words): Locator =>
    host.page().locator(root).getByText(words).filter({ visible: true })

  const control = (name: Words, root = top): Locator => {
    const layer = host.page().locator(root)
    const withWords = layer.getByText(name, { exact: true })
    const found = typeof name === 'string' ? withWords.or(host.sign(layer, name)) : withWords
    return found.locator(pressable).filter({ visible: true })
  }
  const at = async (route: PageRoute): Promise<void> => {
    await expect.poll(() => host.path(), LONG_TIMEOUT).toBe(pathOf(route))
  }

  return {
    host: host.name,
    get page() {
      return host.page()
    },
    open: async (address) => {
      await host.open(`/pages/${address}`)
      await at(address.split('?')[0] as PageRoute)
    },
    at,
    back: () => host.back(),
    tap: (name) => host.press(control(name)),
    cannotTap: async (name) => {
      await visible(shown, name).first().waitFor(LONG_TIMEOUT)
      await expect.poll(() => control(name).count(), LONG_TIMEOUT).toBe(0)
    },
    choose: async (name) => {
      const option = control(name)
      await option.waitFor(LONG_TIMEOUT)
      if (await option.evaluate(host.isChosen)) return
      await host.press(option)
      // What the choice shows may bear the same words; the option stands before it.
      await expect.poll(() => option.first().evaluate(host.isChosen), LONG_TIMEOUT).toBe(true)
    },
    fill: async (placeholder, value) => {
      const field = host.field(host.page().locator(top), placeholder)
      await field.fill(value, LONG_TIMEOUT)
      await expect.poll(async () => bare(await field.inputValue()), LONG_TIMEOUT).toBe(bare(value))
    },
    pay: async () => {
      await at('pay/pay')
      await host.press(control(host.payment))
      await host.press(host.page().getByRole('button', { name: '确认支付' }))
      await visible(shown, '支付成功').waitFor(LONG_TIMEOUT)
    },
    confirm: async (answer) => {
      const box = `${shown} ${dialog}`
      await host.press(control(answer, box))
      await host
        .page()
        .locator(box)
        .waitFor({ state: 'detached', ...LONG_TIMEOUT })
    },
    dismiss: async () => {
      await host.press(host.page().locator(top).locator(host.selectors.dismiss))
      await host
        .page()
        .locator(`${shown} ${sheet}`)
        .waitFor({ state: 'detached', ...LONG_TIMEOUT })
    },
    see: async (...words) => {
      for (const each of words) await visible(shown, each).first().waitFor(LONG_TIMEOUT)
    },
    miss: async (...words) => {
      for (const each of words) await expect.poll(() => visible(shown, each).count(), LONG_TIMEOUT).toBe(0)
    },
    read: async (pattern) => (await visible(shown, pattern).innerText(LONG_TIMEOUT)).trim(),
    inspect: async () => expect(await host.inspect()).toEqual([]),
    takeErrors: () => host.takeErrors(),
    describe: async () => {
      const words = await host.page().locator('body').innerText(LONG_TIMEOUT).catch(String)
      return [`${host.name} shows`, words.slice(0, MAX_SHOWN_CHARS), ...host.takeErrors()].join('\n')
    },
    close: () => host.close(),
  }
}
