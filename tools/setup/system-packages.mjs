import { spawnSync } from 'node:child_process'
import { installWithApt } from './apt.mjs'
import { canBeLighter, findChromium, installPlaywrightChromium } from './chromium.mjs'
import { SetupError } from './processes.mjs'
import { findRuntime } from './runtime.mjs'

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

const hasChineseFont = () => {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return status === 0 && stdout.trim() !== ''
}

/** System packages of the tests: a browser, a Chinese font and adb. */
const NEEDS = [
  { what: 'Chromium', packages: ['chromium'], isThere: (root) => findChromium(root) !== undefined },
  { what: 'a Chinese font', packages: ['fontconfig', 'fonts-noto-cjk'], isThere: hasChineseFont },
  {
    what: 'a light Chromium',
    packages: ['chromium-headless-shell'],
    isThere: (root) => !canBeLighter(root),
    isOptional: true,
  },
  { what: 'adb', packages: ['adb'], isThere: () => succeeds('adb', ['version']) },
]

/** Installs what is missing; returns the environment variables that name the browser. */
export async function ensureSystemPackages(root) {
  const missing = () => NEEDS.filter(({ isThere }) => !isThere(root))
  let reason = ''
  if (missing().length > 0) reason = await installWithApt(missing().flatMap(({ packages }) => packages))
  // Ubuntu has Chromium only as a snap; the browser that playwright offers is the same program.
  if (!findChromium(root)) await installPlaywrightChromium(root, findRuntime(root))
  const left = missing().filter(({ isOptional }) => !isOptional)
  if (left.length === 0) return { CHROMIUM_PATH: findChromium(root) }
  const packages = left.flatMap((need) => need.packages).join(' ')
  throw new SetupError(
    `The tests need ${left.map(({ what }) => what).join(', ')}${reason && `, and ${reason}`}: install with "apt-get install ${packages}" as root (a browser elsewhere is named by CHROMIUM_PATH) and run this again.`,
  )
}
