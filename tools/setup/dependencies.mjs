import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findStaleReason, hasDevPackages } from './installed.mjs'
import { runStep, SetupError } from './processes.mjs'
import { step } from './progress.mjs'

/**
 * Installs the lockfile's packages unless they are there; returns whether npm was run. The product needs no development
 * dependencies; once installed, they are kept up to date.
 * @param {string} root
 * @param {{ withDev?: boolean }} options
 */
export async function ensureDependencies(root, { withDev = true } = {}) {
  const marker = path.join(root, '.cache', 'installing')
  const isInterrupted = existsSync(marker)
  const reason = isInterrupted ? 'the last installation was interrupted' : findStaleReason(root, { withDev })
  if (!reason) return false
  const isDev = withDev || hasDevPackages(root)
  const isAddition = !isInterrupted && !findStaleReason(root, { withDev: false })
  mkdirSync(path.dirname(marker), { recursive: true })
  writeFileSync(marker, '')
  const what = isAddition
    ? 'development dependencies (once; half a minute)'
    : `dependencies (${reason}; about a minute)`
  await step(`Installing ${what}`, () => install(root, npmArgs(isDev, isAddition)))
  rmSync(marker)
  const left = findStaleReason(root, { withDev: isDev })
  if (left) throw new SetupError(`npm succeeded but ${left}: run npm install and look at the difference.`)
  return true
}

/** Independent of npm's own environment. `npm ci` begins by deleting everything; `npm install` only adds. */
const npmArgs = (isDev, isAddition) => [
  ...(isAddition ? ['install', '--no-save', '--prefer-offline'] : ['ci']),
  ...(isDev ? ['--include=dev'] : ['--omit=dev']),
  '--include=optional',
  '--no-progress',
]

async function install(root, words) {
  const npm = process.env.npm_execpath
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const { code, output } = await runStep(command, [...args, ...words], {
    cwd: root,
    env: { ...process.env, ...cacheEnv(root) },
  })
  if (code === 0) return
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/npm (warn|error A complete log)/.test(line))
    .slice(-12)
  throw new SetupError(
    `${lines.join('\n')}\nThe dependencies could not be installed: see npm's message above; is the npm registry reachable?`,
  )
}

/** A cache folder for npm when the home is missing or read-only. */
function cacheEnv(root) {
  try {
    accessSync(os.homedir(), constants.W_OK)
    return {}
  } catch {
    return { npm_config_cache: path.join(root, '.cache', 'npm') }
  }
}
