import { describe, expect, it } from 'vitest'
import { FILE_NAME_MAX_BYTES, fileKindOf, fileNameRefusal, numberedName } from './rules.ts'

describe('the name of a file', () => {
  it.each(['照片.jpg', 'a', 'README', 'archive.tar.gz', '游戏 1.0.apk', `${'好'.repeat(65)}.jpg`])(
    '%s is taken',
    (name) => expect(fileNameRefusal(name)).toBeUndefined(),
  )

  it.each([
    '',
    ' ',
    ' a.jpg',
    'a.jpg ',
    '.hidden',
    '../a',
    'a/b',
    'a\\b',
    'a\0b',
    'a\u202Egpj.exe',
    'a:b',
    `${'好'.repeat(67)}`,
  ])('%j is refused', (name) => expect(fileNameRefusal(name)).toBeDefined())

  it.each(['setup.exe', 'setup.EXE', 'a.jpg.lnk', 'x.ps1'])('%s is a program of a computer', (name) =>
    expect(fileNameRefusal(name)).toBe('不支持电脑程序等文件类型'),
  )

  it('gives the kind', () => {
    const names = ['a.JPG', 'b.mp4', 'c.mp3', 'd.pdf', 'e.xapk', 'f.zip', 'jpg', '.jpg']
    const kinds = ['picture', 'video', 'audio', 'document', 'app', 'other', 'other', 'other']
    expect(names.map(fileKindOf)).toEqual(kinds)
  })

  it('gets a number before its ending, and stays short enough', () => {
    expect(numberedName('照片.jpg', 2)).toBe('照片 (2).jpg')
    expect(numberedName('README', 3)).toBe('README (3)')
    const long = numberedName(`${'好'.repeat(65)}.jpg`, 12)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(FILE_NAME_MAX_BYTES)
    expect(fileNameRefusal(long)).toBeUndefined()
  })
})
