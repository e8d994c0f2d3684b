import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStaleReason, hasDevPackages } from './installed.mjs'

let root: string

const write = async (file: string, content: unknown) => {
  const target = path.join(root, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, JSON.stringify(content))
}

const locked = {
  packages: {
    '': { name: 'whole', devDependencies: { one: '1.0.0' } },
    'apps/part': { dependencies: { two: '2.0.0' } },
    'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
    'node_modules/two': { version: '2.0.0', integrity: 'sha512-two' },
    'node_modules/for-another-platform': { version: '3.0.0', integrity: 'sha512-three', optional: true },
  },
}
const installed = {
  packages: {
    'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
    'node_modules/two': { version: '2.0.0', integrity: 'sha512-two' },
  },
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'yunji-installed-'))
  await write('package.json', { devDependencies: { one: '1.0.0' } })
  await write('apps/part/package.json', { dependencies: { two: '2.0.0' } })
  await write('package-lock.json', locked)
  await write('node_modules/.package-lock.json', installed)
  await write('node_modules/one/package.json', {})
  await write('node_modules/two/package.json', {})
})

afterEach(() => rm(root, { recursive: true }))

test('what npm installed from this lockfile is fresh', () => {
  expect(findStaleReason(root)).toBeUndefined()
})

test('no node_modules is the first time', async () => {
  await rm(path.join(root, 'node_modules'), { recursive: true })
  expect(findStaleReason(root)).toBe('first time')
})

test('an installation that npm did not finish is stale', async () => {
  await rm(path.join(root, 'node_modules', '.package-lock.json'))
  expect(findStaleReason(root)).toContain('interrupted')
})

test('a folder that is gone is stale', async () => {
  await rm(path.join(root, 'node_modules', 'two'), { recursive: true })
  expect(findStaleReason(root)).toBe('node_modules/two is missing')
})

test('another version and other content are stale', async () => {
  await write('node_modules/.package-lock.json', {
    packages: { ...installed.packages, 'node_modules/one': { version: '1.0.1', integrity: 'sha512-one' } },
  })
  expect(findStaleReason(root)).toBe('node_modules/one is another version')
})

test('a package that the lockfile no longer has is stale', async () => {
  await write('node_modules/.package-lock.json', { packages: { ...installed.packages, 'node_modules/old': {} } })
  expect(findStaleReason(root)).toBe('node_modules/old is not in the lockfile')
})

test('a changed dependency in any package.json is stale, another order or field is not', async () => {
  await write('apps/part/package.json', { scripts: { a: 'b' }, dependencies: { two: '2.0.0' } })
  expect(findStaleReason(root)).toBeUndefined()
  await write('apps/part/package.json', { dependencies: { two: '2.1.0' } })
  expect(findStaleReason(root)).toBe('apps/part/package.json has changed')
})

test('without development packages, only those of the product are asked for', async () => {
  const { 'node_modules/one': one, ...others } = locked.packages
  await write('package-lock.json', { packages: { ...others, 'node_modules/one': { ...one, dev: true } } })
  await write('node_modules/.package-lock.json', {
    packages: { 'node_modules/two': installed.packages['node_modules/two'] },
  })
  expect(findStaleReason(root)).toBe('node_modules/one is missing')
  expect(findStaleReason(root, { withDev: false })).toBeUndefined()
  expect(hasDevPackages(root)).toBe(false)
})

test('development packages that are there are fresh, too, and known', async () => {
  const one = { ...locked.packages['node_modules/one'], dev: true }
  await write('package-lock.json', { packages: { ...locked.packages, 'node_modules/one': one } })
  await write('node_modules/.package-lock.json', { packages: { ...installed.packages, 'node_modules/one': one } })
  expect(findStaleReason(root, { withDev: false })).toBeUndefined()
  expect(hasDevPackages(root)).toBe(true)
})
