import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runStep, SetupError } from './processes.mjs'
import { step } from './progress.mjs'

/** scrcpy-server 3.3.3 (Apache-2.0), which this package ships unchanged; it is fetched for that one file and never installed. */
const PACKAGE = '@midscene/android@1.7.3'
const SHA256 = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0'
/** A path, or an npm package, that holds the same file; tried first. */
const SETTING = 'YUNJI_SCRCPY_SERVER'
/** No retries: it is fetched again at the next start. */
const IMPATIENT = ['--fetch-retries=0', '--fetch-timeout=10000']
const BLOCK_BYTES = 512

/**
 * Provides scrcpy's server, with the dependencies and again before each task that drives phones. Only real phones need it,
 * so a failure is only printed here; the server reports it too.
 */
export async function ensureScrcpyServer(root, { setting = process.env[SETTING], fetchPackage = fetchWithNpm } = {}) {
  const folder = path.join(root, 'node_modules', '.cache', 'yunji')
  const target = path.join(folder, 'scrcpy-server')
  if (existsSync(target) && isServer(readFileSync(target))) return true
  const sources = [
    ...(setting ? [{ name: `${SETTING}=${setting}`, source: setting }] : []),
    { name: PACKAGE, source: PACKAGE },
  ]
  mkdirSync(folder, { recursive: true })
  const failures = []
  for (const { name, source } of sources) {
    const place = mkdtempSync(path.join(folder, 'fetching-'))
    try {
      const read = isPath(source) ? () => readFile(source) : () => fetchPackage(source, place)
      const server = findServer(await step("Fetching scrcpy's server for real phones", read))
      if (!server) throw new Error(`holds no file with the SHA-256 ${SHA256}`)
      writeFileSync(path.join(place, 'server'), server)
      renameSync(path.join(place, 'server'), target)
      return true
    } catch (error) {
      if (error instanceof SetupError) throw error // interrupted
      failures.push(`${name}: ${error.message}`)
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  }
  process.stderr.write(
    `scrcpy's server is missing, so real phones will show no screen (virtual phones will):\n${failures.map((line) => `  ${line}\n`).join('')}Name a copy of it with ${SETTING} (docs/settings.md), or run this again with a network.\n`,
  )
  return false
}

const isPath = (source) => source.startsWith('/') || source.startsWith('.')
const isServer = (bytes) => createHash('sha256').update(bytes).digest('hex') === SHA256

function readFile(file) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error('is not a file')
  return readFileSync(file)
}

/** The archive of an npm package. */
async function fetchWithNpm(name, place) {
  const npm = process.env.npm_execpath
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const { code } = await runStep(command, [...args, 'pack', name, '--silent', ...IMPATIENT], { cwd: place })
  if (code !== 0) throw new Error('npm could not fetch it')
  const [archive] = readdirSync(place)
  return readFileSync(path.join(place, archive))
}

/** The server itself, or the one in a package. */
function findServer(bytes) {
  if (isServer(bytes)) return bytes
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return isGzip ? listTar(gunzipSync(bytes)).find(({ content }) => isServer(content))?.content : undefined
}

/**
 * Files of a tar: headers of 512 bytes, contents padded to the same.
 * @param {Buffer} tar
 */
export function listTar(tar) {
  const files = []
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const textAt = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const sizeBytes = Number.parseInt(textAt(124, 12), 8) || 0
    const start = at + BLOCK_BYTES
    const name = textAt(0, 100)
    if (name) files.push({ name, content: tar.subarray(start, start + sizeBytes) })
    at = start + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES
  }
  return files
}
