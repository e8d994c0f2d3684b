import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { runStep } from './processes.mjs'
import { step } from './progress.mjs'

/** Debian's headless shell: a third of the CPU time. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const DEBIAN = '/usr/bin/chromium'
const KNOWN_PLACES = [
  HEADLESS,
  DEBIAN,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** A Chromium that starts: Ubuntu's package is only a script that asks for a snap. */
export function findChromium(root) {
  const places = [process.env.CHROMIUM_PATH, ...KNOWN_PLACES, ...downloaded(root)]
  return places.find((place) => place && existsSync(place) && starts(place))
}

/** Whether the headless shell can be installed; a Chromium named by the environment is kept. */
export function canBeLighter(root) {
  if (process.env.CHROMIUM_PATH) return false
  const found = findChromium(root)
  return found === undefined || found === DEBIAN
}

const starts = (program) => spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

const browsersFolder = (root) => path.join(root, '.cache', 'browsers')

function downloaded(root) {
  const folder = browsersFolder(root)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .filter((name) => /(^|[\\/])(chrome|headless_shell|chrome-headless-shell)$/.test(name))
    .map((name) => path.join(folder, name))
}

/** Best effort: a missing browser is reported later. */
export async function installPlaywrightChromium(root, node) {
  const cli = path.join(root, 'node_modules', 'playwright-core', 'cli.js')
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: browsersFolder(root) }
  const isRoot = process.getuid?.() === 0
  await step('Downloading Chromium', () =>
    runStep(node, [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], { cwd: root, env }),
  )
}
