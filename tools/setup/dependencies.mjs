import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findStaleReason } from './installed.mjs'
import { runStep, SetupError } from './processes.mjs'
import { step } from './progress.mjs'

/** `npm ci`, unless the lockfile's packages are installed already; returns whether it was run. */
export async function ensureDependencies(root) {
  const marker = path.join(root, '.cache', 'installing')
  const reason = existsSync(marker) ? 'the last installation was interrupted' : findStaleReason(root)
  if (!reason) return false
  mkdirSync(path.dirname(marker), { recursive: true })
  writeFileSync(marker, '')
  await step(`Installing dependencies (${reason}; one or two minutes)`, () => install(root))
  rmSync(marker)
  const left = findStaleReason(root)
  if (left) throw new SetupError(`npm ci succeeded but ${left}: run npm install and look at the difference.`)
  return true
}

async function install(root) {
  const npm = process.env.npm_execpath
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const { code, output } = await runStep(
    command,
    // Independent of the environment: tests and the client build need all dependencies.
    [...args, 'ci', '--include=dev', '--include=optional', '--no-progress'],
    { cwd: root, env: { ...process.env, ...cacheEnv(root) } },
  )
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
