import { describe, expect, test } from 'vitest'
import { type ArchiveComplaints, judgeTar } from './archive-complaints.ts'
import { encodeTarMember, TAR_END, TarMembers } from './tar-members.ts'

const LONG = `data/data/com.example/files/${'long/'.repeat(30)}name`
const first = encodeTarMember('storage/a', Buffer.from('a'.repeat(513)))
const second = encodeTarMember(LONG, Buffer.from('long'))
const third = encodeTarMember('storage/empty', new Uint8Array())

describe('members of a tar', () => {
  test.each([1, 7, 511, 512, 513, 4000])('pass in chunks of %d bytes, without the end', (size) => {
    const tar = Buffer.concat([first, second, third, TAR_END, Buffer.alloc(9000)])
    const names: string[] = []
    const members = new TarMembers(({ name }) => {
      names.push(name)
      return name.startsWith('storage/')
    })
    const passed: Uint8Array[] = []
    for (let at = 0; at < tar.length; at += size) {
      const chunk = Uint8Array.from(tar.subarray(at, at + size))
      passed.push(...members.push(chunk).map(({ bytes }) => Uint8Array.from(bytes)))
      chunk.fill(0xff)
    }
    expect(names).toEqual(['storage/a', LONG, 'storage/empty'])
    expect(Buffer.concat(passed).equals(Buffer.concat([first, third]))).toBe(true)
    expect(members.hasEnded).toBe(true)
  })

  test('an archive that breaks off has no end, and what is no tar is refused', () => {
    const members = new TarMembers(() => true)
    members.push(first.subarray(0, 600))
    expect(members.hasEnded).toBe(false)
    expect(members.complete()).toEqual({ name: 'storage/a', zeros: new Uint8Array(first.length - 600) })
    expect(members.complete()).toBeNull()
    expect(() => new TarMembers(() => true).push(Buffer.alloc(512, 'x'))).toThrow('no tar')
  })
})

describe("tar's complaints", () => {
  const judge = (exitCode: number, ...lines: string[]) => {
    const complaints: ArchiveComplaints = { sockets: 0, vanished: [], changed: [] }
    const isShort = judgeTar(exitCode, lines.map((line) => `tar: ${line}\n`).join(''), complaints)
    return { ...complaints, isShort }
  }

  test('about what a living phone does are counted', () => {
    const found = judge(
      1,
      "unknown file type '140000'",
      "can't open 'data/a': No such file or directory",
      'data/b: No such file or directory',
      'data/c: file changed as we read it',
      'had errors',
    )
    expect(found).toEqual({ sockets: 1, vanished: ['data/a', 'data/b'], changed: ['data/c'], isShort: false })
  })

  test.each([
    [1, 'data/a: Permission denied'],
    [1, "can't open 'data/a': I/O error"],
    [1, "unknown file type '160000'"],
    [1, 'write: No space left on device'],
    [2, 'short read'],
    [137, 'short read'],
    [1, 'had errors\ntar: short write'],
  ])('%d with "%s" is an error', (exitCode, line) => {
    expect(() => judge(exitCode, 'had errors', line)).toThrow('failed')
  })

  test('about a file that became shorter are its last word', () => {
    expect(judge(1, "unknown file type '140000'", 'short read')).toMatchObject({ sockets: 1, isShort: true })
    expect(() => judge(1, 'short read', 'had errors')).toThrow('failed')
  })

  test('a failure without a word is an error', () => {
    expect(() => judge(1)).toThrow('failed')
    expect(judge(0)).toMatchObject({ sockets: 0 })
  })
})
