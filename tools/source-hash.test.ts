import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guardsKey, listSources } from './source-hash.ts'

let root: string
const at = (file: string) => path.join(root, file)
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
const install = (packages: Record<string, string>) => {
  const locked = Object.entries(packages).map(([place, integrity]) => [place, { integrity }])
  write('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(locked) }))
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
const key = (env: NodeJS.ProcessEnv = {}) => guardsKey(root, env)

beforeEach(() => {
  // A hook of git names its own repository.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) vi.stubEnv(name, undefined)
  root = mkdtempSync(path.join(tmpdir(), 'yunji-sources-'))
  git('init', '--quiet')
  write('.gitignore', 'node_modules/\ndist/\n')
  for (const file of ['package-lock.json', 'tools/guards.ts', 'biome.json', 'apps/server/src/main.ts', 'docs/a.md'])
    write(file, 'one')
  install({ 'node_modules/one': 'sha512-one', 'node_modules/two': 'sha512-two' })
  symlinkSync('main.ts', at('apps/server/src/link.ts'))
  git('add', '.')
  write('apps/server/src/untracked.ts', 'one')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

test.each([
  ['a source', () => write('apps/server/src/main.ts', 'two')],
  ['a source that git does not know yet', () => write('apps/server/src/untracked.ts', 'two')],
  ['a new file', () => write('apps/server/src/new.ts', '')],
  ['a removed file', () => rmSync(at('apps/server/src/main.ts'))],
  ['another name', () => renameSync(at('apps/server/src/main.ts'), at('apps/server/src/other.ts'))],
  ['a link', () => (rmSync(at('apps/server/src/link.ts')), symlinkSync('other.ts', at('apps/server/src/link.ts')))],
  ['the lockfile', () => write('package-lock.json', 'two')],
  ['an installed package', () => install({ 'node_modules/one': 'sha512-new', 'node_modules/two': 'sha512-two' })],
  ['a package less', () => install({ 'node_modules/one': 'sha512-one' })],
  ['what is installed in part', () => write('node_modules/.package-lock.json', '{"packages":')],
  ['a tool', () => write('tools/guards.ts', 'two')],
  ['a setting of a tool', () => write('biome.json', 'two')],
  ['what is ignored', () => write('.gitignore', 'node_modules/\n')],
])('%s that changes gives another key', (_what, change) => {
  const before = key()
  change()
  expect(key()).not.toBe(before)
})

test.each(['NODE_OPTIONS', 'NODE_ENV', 'NODE_PATH'])('another %s gives another key', (name) => {
  expect(key({ [name]: 'x' })).not.toBe(key())
})

test.each(['docs/a.md', 'dist/built.js', 'node_modules/package/index.js'])('%s gives the same key', (file) => {
  const before = key()
  write(file, 'two')
  expect(key()).toBe(before)
})

test('the same packages in another order give the same key', () => {
  const before = key()
  install({ 'node_modules/two': 'sha512-two', 'node_modules/one': 'sha512-one' })
  expect(key()).toBe(before)
})

test('the same content in another clone gives the same key', () => {
  const before = key()
  git('add', '.')
  expect(key()).toBe(before)
})

test('without git nothing is known to be unchanged', () => {
  rmSync(at('.git'), { recursive: true })
  expect(listSources(root)).toBeUndefined()
  expect(key()).toBeUndefined()
})
