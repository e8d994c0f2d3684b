import { existsSync } from 'node:fs'
import path from 'node:path'
import { SetupError } from './processes.mjs'

const NEEDED_MAJOR = 24

/**
 * The pinned Node that runs our TypeScript, or this one when it is new enough and there is no pinned one here.
 * @param {string} root
 * @param {{ platform: string, arch: string, hasGlibc: boolean, major: number, execPath: string }} here
 */
export function findRuntime(root, here = describeHere()) {
  const pinned = path.join(root, 'node_modules', `node-${here.platform}-${here.arch}`, 'bin', 'node')
  if (here.hasGlibc && existsSync(pinned)) return pinned
  if (here.major >= NEEDED_MAJOR) return here.execPath
  throw new SetupError(
    `There is no pinned Node ${NEEDED_MAJOR} for ${here.platform} ${here.arch}${here.hasGlibc ? '' : ' without glibc'}: install Node ${NEEDED_MAJOR} or newer and run this again.`,
  )
}

function describeHere() {
  process.report.excludeNetwork = true
  return {
    platform: process.platform,
    arch: process.arch,
    hasGlibc: Boolean(process.report.getReport().header.glibcVersionRuntime),
    major: Number(process.versions.node.split('.')[0]),
    execPath: process.execPath,
  }
}
