import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileError } from './errors.ts'
import { PhoneFiles } from './phone-files.ts'

let folder: string
let files: PhoneFiles
const open = (totalBytes = 1_000_000) =>
  PhoneFiles.open({ root: path.join(folder, 'root'), unfinished: path.join(folder, 'unfinished'), totalBytes })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yunji-files-'))
  files = open()
  writeFileSync(path.join(folder, 'secret'), 'of the machine')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const codeOf = (action: () => unknown) => {
  try {
    action()
  } catch (error) {
    if (error instanceof FileError) return error.code
    throw error
  }
  return null
}

describe('nothing leads out of the phone', () => {
  test('no dots', () => {
    expect(codeOf(() => files.readText('/../secret'))).toBe('ENOENT')
    files.makeFolder('/a')
    expect(codeOf(() => files.readText('/a/../../../secret'))).toBe('ENOENT')
    files.writeText('/../../x', 'x')
    expect(files.list('/')).toEqual(['a', 'x'])
  })

  test('no link, absolute or relative, whatever it is used for', () => {
    files.link('../secret', '/up')
    files.link(path.join(folder, 'secret'), '/machine')
    files.link('/', '/top')
    for (const link of ['/up', '/machine', '/top/up']) {
      expect(codeOf(() => files.readText(link))).toBe('ENOENT')
    }
    files.writeText('/up', 'mine')
    expect(readFileSync(path.join(folder, 'secret'), 'utf8')).toBe('of the machine')
    expect(files.readText('/secret')).toBe('mine')
    files.remove('/up')
    expect(files.list('/')).toEqual(['machine', 'secret', 'top'])
  })

  test('no name made of anything', () => {
    const piece = fc.constantFrom('..', '.', '', 'a', 'b', 'link', 'back')
    files.makeFolder('/a')
    files.link('..', '/a/back')
    files.link('/a/../..', '/link')
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const name = `/${pieces.join('/')}`
        codeOf(() => files.writeText(`${name}/made`, 'x'))
        codeOf(() => files.makeFolder(`${name}/folder`))
        expect(readdirSync(folder).toSorted()).toEqual(['root', 'secret', 'unfinished'])
        expect(readdirSync(path.dirname(folder))).not.toContain('made')
      }),
    )
  })

  test('links in a circle end', () => {
    files.link('/b', '/a')
    files.link('/a', '/b')
    expect(codeOf(() => files.stat('/a'))).toBe('ELOOP')
  })
})

test('files keep what they are told, and links are followed on the way', () => {
  files.makeFolder('/data/media/0', { isRecursive: true })
  files.link('/data/media/0', '/sdcard')
  files.writeText('/sdcard/a', 'abc', { mode: 0o640 })
  files.setModifiedAt('/sdcard/a', 1_234_567)
  expect(files.stat('/data/media/0/a')).toMatchObject({ kind: 'file', sizeBytes: 3, modifiedAtSeconds: 1_234_567 })
  expect(files.stat('/sdcard/a').mode & 0o777).toBe(0o640)
  expect(files.lstat('/sdcard').kind).toBe('link')
  expect(files.stat('/sdcard').kind).toBe('folder')
  files.rename('/sdcard/a', '/b')
  expect(files.readText('/b')).toBe('abc')
})

describe('the room', () => {
  test('is used up and given back to the byte', async () => {
    files = open(100)
    files.writeText('/a', 'x'.repeat(60))
    expect(codeOf(() => files.writeText('/b', 'x'.repeat(41)))).toBe('ENOSPC')
    files.writeText('/b', 'x'.repeat(40))
    expect(files.quota.usedBytes).toBe(100)
    files.remove('/a')
    expect(files.quota.usedBytes).toBe(40)
    const writer = files.create('/c')
    await writer.write(new Uint8Array(30))
    expect(files.quota.usedBytes).toBe(70)
    writer.abort()
    files.rename('/b', '/d')
    expect(files.quota.usedBytes).toBe(40)
  })

  test('is counted again after a restart, and half files are gone', async () => {
    files.writeText('/a', 'x'.repeat(60))
    await files.create('/half').write(new Uint8Array(500))
    const again = open()
    expect(again.quota.usedBytes).toBe(60)
    expect(again.list('/')).toEqual(['a'])
    expect(readdirSync(path.join(folder, 'unfinished'))).toEqual([])
  })

  test('can be said to be full', () => {
    files.quota.isFull = true
    expect(codeOf(() => files.writeText('/a', 'x'))).toBe('ENOSPC')
    expect(codeOf(() => files.makeFolder('/b'))).toBe('ENOSPC')
    files.quota.isFull = false
    files.writeText('/a', 'x')
  })
})

test('a file is replaced when the new one is whole, and not before', async () => {
  files.writeText('/a', 'old')
  const reader = files.openToRead('/a')
  const writer = files.create('/a')
  await writer.write(Buffer.from('new'))
  expect(files.readText('/a')).toBe('old')
  writer.commit()
  expect(files.readText('/a')).toBe('new')
  expect(Buffer.from((await reader.read()) ?? []).toString()).toBe('old')
  expect(await reader.read()).toBeNull()
})

test('the machine sees no file that others may write', () => {
  files.writeText('/a', '', { mode: 0o4777 })
  expect(statSync(path.join(folder, 'root', 'a')).mode & 0o7000).toBe(0)
  expect(statSync(path.join(folder, 'root')).mode & 0o077).toBe(0)
})
