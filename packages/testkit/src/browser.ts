import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's build of the old headless mode: no window, no interface, and the same engine. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** No sandbox inside a container that runs as root, and no calls home in the middle of a test. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const findChromium = (places: readonly string[]): string => {
  const path = process.env['CHROMIUM_PATH'] ?? places.find((place) => existsSync(place))
  if (!path) throw new Error('no Chromium: install it, or name it in CHROMIUM_PATH')
  return path
}

const open = (places: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(places), args: FLAGS })

/** The browser that people have: what is measured is measured in it. */
export const openBrowser = (): Promise<Browser> => open([...WHOLE, HEADLESS])

/** The browser of tests, which takes a third of the processor time where it is installed. */
export const openTestBrowser = (): Promise<Browser> => open([HEADLESS, ...WHOLE])
