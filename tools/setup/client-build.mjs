import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashContent } from './content-hash.mjs'
import { runStep, SetupError } from './processes.mjs'
import { step } from './progress.mjs'

const CLIENT = path.join('apps', 'client')
const CONSOLE = path.join('apps', 'console')
const SOURCES = {
  [CLIENT]: [
    ...['src', 'config', 'scripts', 'babel.config.js', 'package.json'].map((name) => path.join(CLIENT, name)),
    ...['contract', 'player', 'phone-protocol'].map((name) => path.join('packages', name, 'src')),
    'package-lock.json',
  ],
  [CONSOLE]: [
    ...['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => path.join(CONSOLE, name)),
    path.join('packages', 'contract', 'src'),
    'package-lock.json',
  ],
}
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
const SHOWN_LOG_LINES = 60

const isBuilt = (file) => !/\.test\.tsx?$/.test(file)

/** A build uses little more than one CPU. */
const AT_ONCE = 2

/** Builds the targets whose sources have changed since their last complete build. */
export async function ensureClientBuilt(root, node, targets) {
  if (targets.length === 0) return
  const settings = SETTINGS.map((name) => process.env[name] ?? '')
  const apps = new Set(targets.map((target) => TARGETS[target].app))
  const hashes = Object.fromEntries(
    [...apps].map((app) => [app, [hashContent(root, SOURCES[app], isBuilt), ...settings].join(' ').trimEnd()]),
  )
  const places = targets.map((target) => placeOf(root, target, hashes[TARGETS[target].app]))
  const stale = places.filter((place) => !isWhole(place))
  if (stale.length === 0) return
  const titles = stale.map(({ target }) => TARGETS[target].title).join(', the ')
  const time = stale.length > AT_ONCE ? 'one or two minutes' : 'about a minute'
  await step(`Building the ${titles} (${time})`, () => buildAll(root, node, stale))
}

function placeOf(root, target, hash) {
  const folder = path.join(root, TARGETS[target].app, 'dist', target)
  return { target, hash, folder, stamp: `${folder}.stamp`, entry: path.join(folder, TARGETS[target].entry) }
}

function isWhole({ entry, stamp, hash }) {
  return existsSync(entry) && readStamp(stamp) === hash
}

async function buildAll(root, node, places) {
  const waiting = places.values()
  const work = async () => {
    for (const { target, hash, folder, stamp, entry } of waiting) {
      // Without a stamp, an interrupted build is not taken for a complete one.
      rmSync(stamp, { force: true })
      rmSync(folder, { recursive: true, force: true })
      await build(root, node, target, folder, entry)
      writeFileSync(stamp, hash)
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
      : [path.join(modules, '@tarojs', 'cli', 'bin', 'taro'), 'build', '--type', type]
  await buildStep(root, target, entry, () => runStep(node, bundler, { cwd, env }))
  const compress = path.join(root, CLIENT, 'scripts', 'compress.ts')
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
