import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UserCache, userCache } from './user-cache.mjs'

let folder: string
let source: string
let target: string
const at = (...names: string[]) => path.join(folder, ...names)
const write = (file: string, text: string) => writeFileSync(path.join(source, file), text)
const shown = () => (readdirSync(target, { recursive: true }) as string[]).toSorted()
const cache = (limits?: { bytes: number; files: number }) => new UserCache(at('cache'), limits)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yunji-cache-'))
  source = at('built')
  target = at('restored')
  mkdirSync(path.join(source, 'deep'), { recursive: true })
  write('index.html', '<html>')
  write('deep/a.js', 'one')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

describe('a folder', () => {
  test('comes back whole, in place of what is there', () => {
    cache().storeFolder('builds', 'key', source)
    mkdirSync(target)
    writeFileSync(path.join(target, 'old.js'), 'old')
    expect(cache().restoreFolder('builds', 'key', target)).toBe(true)
    expect(shown()).toEqual(['deep', 'deep/a.js', 'index.html'])
    expect(readFileSync(path.join(target, 'deep', 'a.js'), 'utf8')).toBe('one')
  })

  test('that was never stored leaves the target alone', () => {
    mkdirSync(target)
    expect(cache().restoreFolder('builds', 'key', target)).toBe(false)
    expect(shown()).toEqual([])
  })

  test('stored again is the last one', () => {
    cache().storeFolder('builds', 'key', source)
    write('deep/a.js', 'two')
    cache().storeFolder('builds', 'key', source)
    cache().restoreFolder('builds', 'key', target)
    expect(readFileSync(path.join(target, 'deep', 'a.js'), 'utf8')).toBe('two')
  })

  test.each([
    ['a changed file', () => writeFileSync(at('cache/builds/key/files/deep/a.js'), 'two')],
    ['a file cut short', () => writeFileSync(at('cache/builds/key/files/index.html'), '<ht')],
    ['a missing file', () => rmSync(at('cache/builds/key/files/index.html'))],
    ['a manifest cut short', () => writeFileSync(at('cache/builds/key/manifest.json'), '{"hashes":{')],
    ['no manifest', () => rmSync(at('cache/builds/key/manifest.json'))],
  ])('with %s is not used, and stored anew', (_damage, damage) => {
    cache().storeFolder('builds', 'key', source)
    damage()
    expect(cache().restoreFolder('builds', 'key', target)).toBe(false)
    expect(readdirSync(folder)).not.toContain('restored')
    cache().storeFolder('builds', 'key', source)
    expect(cache().restoreFolder('builds', 'key', target)).toBe(true)
  })

  test('leaves no unfinished copy behind', () => {
    cache().storeFolder('builds', 'key', source)
    cache().restoreFolder('builds', 'key', target)
    expect(readdirSync(at('cache'))).toEqual(['builds'])
    expect(readdirSync(folder).toSorted()).toEqual(['built', 'cache', 'restored'])
  })
})

test('clones that store, restore and remove the same folders at once never see half of one', async () => {
  const module = new URL('user-cache.mjs', import.meta.url).href
  const work = (name: string) => `
    import { readdirSync } from 'node:fs'
    import { UserCache } from ${JSON.stringify(module)}
    const cache = new UserCache(${JSON.stringify(at('cache'))}, { bytes: 20, files: 100 })
    let restored = 0
    for (let round = 0; round < 40; round++) {
      const key = String(round % 3)
      cache.storeFolder('builds', key, ${JSON.stringify(source)})
      const target = ${JSON.stringify(at(name))}
      if (!cache.restoreFolder('builds', key, target)) continue
      restored += 1
      const files = readdirSync(target, { recursive: true }).toSorted().join()
      if (files !== 'deep,deep/a.js,index.html') throw new Error(files)
    }
    console.log(restored)`
  const run = promisify(execFile)
  const ends = await Promise.all(
    ['one', 'two', 'three'].map((name) => run(process.execPath, ['--input-type=module', '-e', work(name)])),
  )
  expect(ends.map(({ stderr }) => stderr)).toEqual(['', '', ''])
  expect(ends.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBeGreaterThan(0)
})

describe('a text', () => {
  test('comes back as it was stored', () => {
    cache().storeText('passed', 'key', 'types\nok')
    expect(cache().readText('passed', 'key')).toBe('types\nok')
    expect(cache().readText('passed', 'other')).toBeUndefined()
  })

  test.each(['', 'ok', `${'0'.repeat(64)}\nok`])('that is damaged (%j) is not used', (text) => {
    cache().storeText('passed', 'key', 'ok')
    writeFileSync(at('cache/passed/key'), text)
    expect(cache().readText('passed', 'key')).toBeUndefined()
  })
})

describe('the least recently used', () => {
  const age = (key: string, minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000)
    utimesSync(at('cache', 'builds', key), then, then)
  }

  test('goes when the folders are too large', () => {
    const limits = { bytes: 25, files: 100 }
    for (const [key, minutes] of [
      ['a', 30],
      ['b', 20],
    ] as const) {
      cache(limits).storeFolder('builds', key, source)
      age(key, minutes)
    }
    expect(cache(limits).restoreFolder('builds', 'a', target)).toBe(true)
    cache(limits).storeFolder('builds', 'c', source)
    expect(cache().list('builds')).toEqual(['a', 'c'])
  })

  test('goes when there are too many, and so does what an interrupted clone left', () => {
    mkdirSync(at('cache', 'unfinished-1'), { recursive: true })
    utimesSync(at('cache', 'unfinished-1'), new Date(0), new Date(0))
    const limits = { bytes: 1e6, files: 2 }
    for (const [key, minutes] of [
      ['a', 30],
      ['b', 20],
      ['c', 10],
    ] as const) {
      cache(limits).storeFolder('builds', key, source)
      age(key, minutes)
    }
    expect(cache().list('builds')).toEqual(['b', 'c'])
    expect(readdirSync(at('cache'))).toEqual(['builds'])
  })
})

describe('the place', () => {
  test('is the user’s cache folder, or the home', () => {
    vi.stubEnv('XDG_CACHE_HOME', at('xdg'))
    userCache(folder).storeText('passed', 'key', 'ok')
    expect(readdirSync(at('xdg', 'yunji'))).toEqual(['passed'])
    vi.stubEnv('XDG_CACHE_HOME', 'relative')
    vi.stubEnv('HOME', at('home'))
    userCache(folder).storeText('passed', 'key', 'ok')
    expect(readdirSync(at('home', '.cache', 'yunji'))).toEqual(['passed'])
  })

  test('is in the checkout without a home that can be written', () => {
    writeFileSync(at('home'), 'a file')
    vi.stubEnv('XDG_CACHE_HOME', '')
    vi.stubEnv('HOME', at('home'))
    userCache(folder).storeText('passed', 'key', 'ok')
    expect(readdirSync(at('.cache', 'user'))).toEqual(['passed'])
  })

  test('that is not there at all stores nothing and finds nothing', () => {
    writeFileSync(at('file'), '')
    const nowhere = new UserCache(at('file', 'below'))
    for (const each of [nowhere, new UserCache(undefined)]) {
      each.storeFolder('builds', 'key', source)
      each.storeText('passed', 'key', 'ok')
      expect(each.restoreFolder('builds', 'key', target)).toBe(false)
      expect(each.readText('passed', 'key')).toBeUndefined()
      expect(each.list('passed')).toEqual([])
    }
  })
})
