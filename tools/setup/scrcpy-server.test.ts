import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { root as repository } from '../command.ts'
import { ensureScrcpyServer, listTar } from './scrcpy-server.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yunji-scrcpy-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const at = (name: string) => path.join(folder, name)
const installed = () => at('node_modules/.cache/yunji/scrcpy-server')

test('lists the files of a tar, of any size', () => {
  const contents: Record<string, string> = { a: '', b: 'x'.repeat(512), c: 'y'.repeat(1000), d: 'last' }
  for (const [name, content] of Object.entries(contents)) writeFileSync(at(name), content)
  const tar = execFileSync('tar', ['-c', '-C', folder, ...Object.keys(contents)])
  expect(Object.fromEntries(listTar(tar).map(({ name, content }) => [name, content.toString()]))).toEqual(contents)
  expect(listTar(Buffer.alloc(0))).toEqual([])
})

describe("scrcpy's server", () => {
  const offline = () => Promise.reject(new Error('npm could not fetch it'))
  const told = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const own = path.join(repository, 'node_modules', '.cache', 'yunji', 'scrcpy-server')
  const hasOwn = existsSync(own)

  test('that nobody can give is told with what to do, and leaves nothing behind', async () => {
    const output = told()
    expect(await ensureScrcpyServer(folder, { setting: '', fetchPackage: offline })).toBe(false)
    expect(output.mock.calls.join('')).toMatch(/npm could not fetch it[^]*YUNJI_SCRCPY_SERVER/)
    expect(existsSync(installed())).toBe(false)
  })

  test('is not taken from a file or a package with another content', async () => {
    writeFileSync(at('other'), 'another program')
    const output = told()
    const fetchPackage = async () => execFileSync('tar', ['-cz', '-C', folder, 'other'])
    expect(await ensureScrcpyServer(folder, { setting: at('other'), fetchPackage })).toBe(false)
    expect(await ensureScrcpyServer(folder, { setting: at('absent'), fetchPackage })).toBe(false)
    expect(output.mock.calls.join('').match(/holds no file with the SHA-256/g)).toHaveLength(3)
    expect(existsSync(installed())).toBe(false)
  })

  test.skipIf(!hasOwn)('is taken from the path that an operator names, and is then there', async () => {
    expect(await ensureScrcpyServer(folder, { setting: own, fetchPackage: offline })).toBe(true)
    expect(readFileSync(installed())).toEqual(readFileSync(own))
    expect(await ensureScrcpyServer(folder, { setting: '', fetchPackage: offline })).toBe(true)
  })

  test.skipIf(!hasOwn)('is found in a package by its content, the one that an operator names first', async () => {
    writeFileSync(at('renamed'), readFileSync(own))
    const asked: string[] = []
    const fetchPackage = async (name: string) => {
      asked.push(name)
      if (name === '@mirror/scrcpy') return execFileSync('tar', ['-cz', '-C', folder, 'renamed'])
      return offline()
    }
    expect(await ensureScrcpyServer(folder, { setting: '@mirror/scrcpy', fetchPackage })).toBe(true)
    expect(asked).toEqual(['@mirror/scrcpy'])
    expect(readFileSync(installed())).toEqual(readFileSync(own))
  })
})
