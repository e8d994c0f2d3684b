import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runStep, SetupError } from './processes.mjs'
import { step } from './progress.mjs'

/** scrcpy-server 3.3.3 (Apache-2.0), which this package ships unchanged; it is fetched for that one file and never installed. */
const PACKAGE = '@midscene/android@1.7.3'
const FILE = 'package/bin/scrcpy-server'
const SHA256 = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0'
/** No retries: it is fetched again at the next start. */
const IMPATIENT = ['--fetch-retries=0', '--fetch-timeout=10000']
const BLOCK_BYTES = 512

/** Fetches scrcpy's server. Only real phones need it, so a failure is only printed. */
export async function ensureScrcpyServer(root) {
  const folder = path.join(root, 'node_modules', '.cache', 'yunji')
  const target = path.join(folder, 'scrcpy-server')
  if (existsSync(target) && hashOf(readFileSync(target)) === SHA256) return
  try {
    mkdirSync(folder, { recursive: true })
    await step("Fetching scrcpy's server for real phones", () => fetchServer(folder, target))
  } catch (error) {
    if (error instanceof SetupError) throw error // interrupted
    process.stderr.write(`Real phones will show no screen (virtual phones will): ${error.message}.\n`)
  }
}

async function fetchServer(folder, target) {
  const place = mkdtempSync(path.join(folder, 'fetching-'))
  try {
    const npm = process.env.npm_execpath
    const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
    const { code } = await runStep(command, [...args, 'pack', PACKAGE, '--silent', ...IMPATIENT], { cwd: place })
    if (code !== 0) throw new Error(`npm could not fetch ${PACKAGE}`)
    const [archive] = readdirSync(place)
    const server = findInTar(gunzipSync(readFileSync(path.join(place, archive))), FILE)
    if (!server || hashOf(server) !== SHA256) throw new Error(`${PACKAGE} does not hold the file with the pinned hash`)
    writeFileSync(path.join(place, 'server'), server)
    renameSync(path.join(place, 'server'), target)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/**
 * The content of one file of a tar: headers of 512 bytes, contents padded to the same.
 * @param {Buffer} tar
 * @param {string} name
 */
export function findInTar(tar, name) {
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const textAt = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const sizeBytes = Number.parseInt(textAt(124, 12), 8) || 0
    const start = at + BLOCK_BYTES
    if (textAt(0, 100) === name) return tar.subarray(start, start + sizeBytes)
    at = start + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES
  }
  return undefined
}
