import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's build of the old headless mode. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** No sandbox, which does not work for root in a container, and no background traffic. */
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

/** Full Chromium, for measurements. */
export const openBrowser = (): Promise<Browser> => open([...WHOLE, HEADLESS])

/** The headless shell where it is installed: a third of the processor time. */
export const openTestBrowser = (): Promise<Browser> => open([HEADLESS, ...WHOLE])
