import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

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

const findChromium = (): string => {
  const path = process.env['CHROMIUM_PATH'] ?? KNOWN_PLACES.find((place) => existsSync(place))
  if (!path) throw new Error('no Chromium: install it, or name it in CHROMIUM_PATH')
  return path
}

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: FLAGS })
