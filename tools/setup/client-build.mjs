import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashContent } from './content-hash.mjs'
import { runStep, SetupError } from './processes.mjs'
import { step } from './progress.mjs'
import { tellStages } from './stages.mjs'
import { isForced, userCache } from './user-cache.mjs'

const CLIENT = path.join('apps', 'client')
const CONSOLE = path.join('apps', 'console')
/** The lockfile stands for all packages of others; the last two run the bundlers. */
const COMMON = [
  ...['contract', 'player', 'phone-protocol'].map((name) => path.join('packages', name)),
  'package-lock.json',
  'tsconfig.base.json',
  ...['client-build.mjs', 'processes.mjs'].map((name) => path.join('tools', 'setup', name)),
]
const COMPRESS = path.join(CLIENT, 'scripts', 'compress.ts')
/** What the builds of each app read. */
const SOURCES = { [CLIENT]: [CLIENT, ...COMMON], [CONSOLE]: [CONSOLE, COMPRESS, ...COMMON] }
const WEB = { app: CLIENT, type: 'h5', entry: 'index.html', title: 'web client' }
const MINI_PROGRAM = { app: CLIENT, type: 'weapp', entry: 'app.json', title: 'mini-program' }
/** Build targets by folder; a complete build has the entry file. */
const TARGETS = {
  h5: WEB,
  weapp: MINI_PROGRAM,
  'h5-gallery': { ...WEB, title: 'gallery of the design system', isGallery: true },
  'weapp-gallery': { ...MINI_PROGRAM, title: 'gallery as a mini-program', isGallery: true },
  console: { app: CONSOLE, entry: 'index.html', title: 'console' },
}
/** Environment variables that affect a build. */
const SETTINGS = ['COOKIE_DOMAIN', 'EXTERNAL_WEB_HOST', 'YUNJI_API_BASE', 'YUNJI_APP_VERSION']
/** Folder of the user's cache. */
const KIND = 'builds'
const SHOWN_LOG_LINES = 60

const NOT_BUILT = /\.test\.tsx?$|\.md$/
/** Written by builds: they would change the key of what they built. */
const OUTPUT_FOLDERS = new Set(['dist', 'node_modules', '.swc'])
const isBuilt = (file) => !NOT_BUILT.test(file)

const hashSources = (root, app) => hashContent(root, SOURCES[app], isBuilt, OUTPUT_FOLDERS)

/** Another one for every change of what a build reads: sources, settings, lockfile, tools, Node. */
export function buildKey(root, node, target, env = process.env, sources = hashSources(root, TARGETS[target].app)) {
  // The pinned Node is in the lockfile.
  const runtime = node.startsWith(root) ? 'pinned' : process.version
  const inputs = [target, runtime, sources, ...SETTINGS.map((name) => env[name] ?? '')]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

/** A build uses little more than one CPU. */
const AT_ONCE = 2

/** Builds the targets whose sources have changed, unless this user has built them in another clone. */
export async function ensureClientBuilt(root, node, targets) {
  const startedAt = performance.now()
  const cache = userCache(root)
  const apps = new Set(targets.map((target) => TARGETS[target].app))
  const sources = Object.fromEntries([...apps].map((app) => [app, hashSources(root, app)]))
  const places = targets.map((target) =>
    placeOf(root, target, buildKey(root, node, target, process.env, sources[TARGETS[target].app])),
  )
  const stale = places.filter((place) => isForced() || !(isWhole(place) || restore(cache, place)))
  if (stale.length > 0) {
    const titles = stale.map(({ target }) => TARGETS[target].title).join(', the ')
    const time = stale.length > AT_ONCE ? 'one or two minutes' : 'about a minute'
    await step(`Building the ${titles} (${time})`, () => buildAll(root, node, stale, cache))
  }
  tellStages((performance.now() - startedAt) / 1000)
}

function restore(cache, place) {
  // Without a stamp, an interrupted copy is not taken for a complete one.
  rmSync(place.stamp, { force: true })
  if (!cache.restoreFolder(KIND, place.key, place.folder)) return false
  writeFileSync(place.stamp, place.key)
  return isWhole(place)
}

function placeOf(root, target, key) {
  const folder = path.join(root, TARGETS[target].app, 'dist', target)
  return { target, key, folder, stamp: `${folder}.stamp`, entry: path.join(folder, TARGETS[target].entry) }
}

function isWhole({ entry, stamp, key }) {
  return existsSync(entry) && readStamp(stamp) === key
}

async function buildAll(root, node, places, cache) {
  const waiting = places.values()
  const work = async () => {
    for (const { target, key, folder, stamp, entry } of waiting) {
      // Without a stamp, an interrupted build is not taken for a complete one.
      rmSync(stamp, { force: true })
      rmSync(folder, { recursive: true, force: true })
      await build(root, node, target, folder, entry)
      writeFileSync(stamp, key)
      cache.storeFolder(KIND, key, folder)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  const failure = ends.find(({ status }) => status === 'rejected')
  if (failure) throw failure.reason
}

function readStamp(stamp) {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

async function build(root, node, target, folder, entry) {
  const { app, type, isGallery } = TARGETS[target]
  const cwd = path.join(root, app)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    YUNJI_GALLERY: isGallery ? '1' : '',
    CI: 'true', // no progress bars in the log
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
  }
  const modules = path.join(root, 'node_modules')
  const bundler =
    app === CONSOLE
      ? [path.join(modules, 'vite', 'bin', 'vite.js'), 'build']
      : [path.join(modules, '@tarojs', 'cli', 'bin', 'taro'), 'build', '--type', type, '--no-check']
  await buildStep(root, target, entry, () => runStep(node, bundler, { cwd, env }))
  const compress = path.join(root, COMPRESS)
  if ((target === 'h5' || target === 'console') && existsSync(compress)) {
    await buildStep(root, target, entry, () => runStep(node, [compress, folder], { cwd, env }))
  }
}

async function buildStep(root, target, entry, work) {
  const { code, output } = await work()
  // The bundler can exit with 0 without output.
  if (code === 0 && existsSync(entry)) return
  const log = path.join(root, '.cache', `build-${target}.log`)
  mkdirSync(path.dirname(log), { recursive: true })
  writeFileSync(log, output)
  const shown = output.trimEnd().split('\n').slice(-SHOWN_LOG_LINES).join('\n')
  throw new SetupError(`${shown}\nThe ${TARGETS[target].title} could not be built: the whole log is in ${log}.`)
}
