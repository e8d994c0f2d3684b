import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type ObjectStore, ObjectTooLarge } from '../../platform/object-store.ts'

const LIMIT_BYTES = 1 << 20
const streamOf = (text: string) => Readable.from([Buffer.from(text)])

const keysOf = async (store: ObjectStore): Promise<string[]> => {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys
}

/** Contract tests of object stores, run by the embedded and the real adapter. */
export const objectStoreSuite = (name: string, create: () => Promise<ObjectStore>): void => {
  describe(`object store: ${name}`, () => {
    it('gives back what was put, with its size', async () => {
      const store = await create()
      const stored = await store.put('files/a.bin', streamOf('你好'), LIMIT_BYTES)
      expect(stored).toEqual({ sizeBytes: 6 })
      const body = await store.get('files/a.bin')
      expect(body && (await buffer(body)).toString()).toBe('你好')
      expect(await store.sizeBytes('files/a.bin')).toBe(6)
    })

    it('gives parts of an object, as far as it goes', async () => {
      const store = await create()
      await store.put('a', streamOf('0123456789'), LIMIT_BYTES)
      const partOf = async (offset: number, length: number) => {
        const part = await store.get('a', { offset, length })
        return part && (await buffer(part)).toString()
      }
      expect(await partOf(0, 3)).toBe('012')
      expect(await partOf(7, 3)).toBe('789')
      expect(await partOf(8, 100)).toBe('89')
      expect(await partOf(10, 5)).toBe('')
      expect(await partOf(4, 0)).toBe('')
      expect(await store.get('b', { offset: 0, length: 1 })).toBeNull()
    })

    it('holds objects of no bytes and of many', async () => {
      const store = await create()
      expect(await store.put('none', Readable.from([]), LIMIT_BYTES)).toMatchObject({ sizeBytes: 0 })
      const none = await store.get('none')
      expect(none && (await buffer(none)).length).toBe(0)
      // More than one part of a multipart upload, in pieces that end at none of its borders.
      const piece = Buffer.alloc(700_001, 'yunji')
      const pieces = Array.from({ length: 30 }, () => piece)
      const stored = await store.put('many', Readable.from(pieces), 30 * piece.length)
      expect(stored).toEqual({ sizeBytes: 30 * piece.length })
      const many = await store.get('many')
      const read = many ? await buffer(many) : Buffer.alloc(0)
      expect(read.equals(Buffer.concat(pieces))).toBe(true)
    })

    it('fills memory from any place of an object, as far as it goes', async () => {
      const store = await create()
      await store.put('a', streamOf('0123456789'), LIMIT_BYTES)
      const target = Buffer.alloc(4, '-')
      expect(await store.readInto('a', 3, target)).toBe(4)
      expect(target.toString()).toBe('3456')
      expect(await store.readInto('a', 8, target)).toBe(2)
      expect(target.toString()).toBe('8956')
      expect(await store.readInto('a', 10, target)).toBe(0)
      expect(await store.readInto('b', 0, target)).toBeNull()
    })

    it('is done with a chunk when it asks for the next one, if the body says so', async () => {
      const store = await create()
      const memory = Buffer.alloc(700_001)
      const expected: Buffer[] = []
      const reusing = async function* () {
        for (let value = 1; value <= 30; value += 1) {
          memory.fill(value)
          expected.push(Buffer.from(memory))
          yield memory
        }
      }
      await store.put('reused', reusing(), 30 * memory.length, { reusesChunks: true })
      const body = await store.get('reused')
      expect(body && (await buffer(body)).equals(Buffer.concat(expected))).toBe(true)
    })

    it('lists every key and nothing that was deleted', async () => {
      const store = await create()
      expect(await keysOf(store)).toEqual([])
      await store.put('a', streamOf('one'), LIMIT_BYTES)
      await store.put('files/deep/b.bin', streamOf('two'), LIMIT_BYTES)
      await store.put('files/c', streamOf('three'), LIMIT_BYTES)
      await store.delete('files/c')
      expect((await keysOf(store)).toSorted()).toEqual(['a', 'files/deep/b.bin'])
    })

    it('replaces, deletes, and deletes again', async () => {
      const store = await create()
      await store.put('a', streamOf('one'), LIMIT_BYTES)
      await store.put('a', streamOf('three'), LIMIT_BYTES)
      expect(await store.sizeBytes('a')).toBe(5)
      await store.delete('a')
      await store.delete('a')
      expect(await store.get('a')).toBeNull()
      expect(await store.sizeBytes('a')).toBeNull()
    })

    it('keeps the old object when the new one breaks off or is too large', async () => {
      const store = await create()
      await store.put('a', streamOf('whole'), LIMIT_BYTES)
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('link lost')
        })(),
      )
      await expect(store.put('a', broken, LIMIT_BYTES)).rejects.toThrow('link lost')
      await expect(store.put('a', streamOf('12345'), 4)).rejects.toThrow(ObjectTooLarge)
      const large = Array.from({ length: 20 }, () => Buffer.alloc(LIMIT_BYTES))
      await expect(store.put('a', Readable.from(large), 18 * LIMIT_BYTES)).rejects.toThrow(ObjectTooLarge)
      expect(await store.sizeBytes('a')).toBe(5)
      expect(await keysOf(store)).toEqual(['a'])
    })

    it.each(['', '/a', '../a', 'a/../b', 'a//b', 'A', 'a b', '.hidden', 'a\0', 'x'.repeat(300)])(
      'refuses the key %j',
      async (key) => {
        const store = await create()
        await expect(store.put(key, streamOf('x'), LIMIT_BYTES)).rejects.toThrow(/object key/)
      },
    )

    it('can prove that it is writable', async () => {
      await expect((await create()).probe()).resolves.toBeUndefined()
    })
  })
}
