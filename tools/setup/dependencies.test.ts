import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureDependencies } from './dependencies.mjs'

let root: string

/** Stands in for npm: writes down its words and installs, from the lockfile, what they ask for. */
const NPM = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const words = process.argv.slice(2)
appendFileSync('calls', words.join(' ') + '\\n')
if (process.env.NPM_FAILS) {
  console.error('npm error no network')
  process.exit(1)
}
const packages = {}
for (const [place, found] of Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)) {
  if (place === '' || (found.dev && words.includes('--omit=dev'))) continue
  packages[place] = found
  mkdirSync(place, { recursive: true })
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

const lock = (version = '1.0.0') =>
  writeFile(
    path.join(root, 'package-lock.json'),
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/product': { version },
        'node_modules/tool': { version: '1.0.0', dev: true },
      },
    }),
  )

const calls = async () => (await readFile(path.join(root, 'calls'), 'utf8')).trim().split('\n')
const ci = (...words: string[]) => ['ci', ...words, '--include=optional', '--no-progress'].join(' ')

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'yunji-dependencies-'))
  await mkdir(path.join(root, '.cache'))
  await writeFile(path.join(root, 'package.json'), '{}')
  await writeFile(path.join(root, '.cache', 'npm.js'), NPM)
  await lock()
  vi.stubEnv('npm_execpath', path.join(root, '.cache', 'npm.js'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

test("the product's dependencies come first, and those of development are added where they are needed", async () => {
  expect(await ensureDependencies(root, { withDev: false })).toBe(true)
  expect(await ensureDependencies(root, { withDev: false })).toBe(false)
  expect(await ensureDependencies(root)).toBe(true)
  expect(await calls()).toEqual([
    ci('--omit=dev'),
    'install --no-save --prefer-offline --include=dev --include=optional --no-progress',
  ])
})

test('a start neither removes the dependencies of development nor leaves them behind when versions change', async () => {
  await ensureDependencies(root)
  expect(await ensureDependencies(root, { withDev: false })).toBe(false)
  await lock('1.0.1')
  expect(await ensureDependencies(root, { withDev: false })).toBe(true)
  expect(await ensureDependencies(root)).toBe(false)
  expect(await calls()).toEqual([ci('--include=dev'), ci('--include=dev')])
})

test('an installation that failed begins anew, and says what npm said', async () => {
  vi.stubEnv('NPM_FAILS', '1')
  await expect(ensureDependencies(root, { withDev: false })).rejects.toThrow('npm error no network')
  vi.stubEnv('NPM_FAILS', '')
  expect(await ensureDependencies(root)).toBe(true)
  expect(await calls()).toEqual([ci('--omit=dev'), ci('--include=dev')])
})
