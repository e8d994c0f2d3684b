import { Readable } from 'node:stream'
import { crc32, zstdCompressSync } from 'node:zlib'
import {
  asyncProperty,
  constantFrom,
  assert as holds,
  integer,
  nat,
  oneof,
  record,
  string as texts,
  uniqueArray,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BackupDamaged, BadArchive } from './errors.ts'
import { decodeManifest, encodeEntries, encodeManifest } from './manifest.ts'
import { hashOf } from './pack.ts'
import { readBackup, verifyBackup } from './read-backup.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { encodeTar, inPieces, type TarFile } from './testing/tar.ts'
import type { PackUpload } from './types.ts'
import { writeBackup } from './write-backup.ts'

/** xorshift: bytes that do not compress and are the same in every run. */
const noise = (seed: number, bytes: number): Buffer => {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  const words = new Int32Array(Math.ceil(bytes / 4))
  for (let at = 0; at < words.length; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[at] = state
  }
  return Buffer.from(words.buffer, 0, bytes)
}

const write = (tar: Uint8Array, store = new MemoryStore(), pieceBytes = 64 * 1024) =>
  writeBackup(inPieces(tar, pieceBytes), store).then((backup) => ({ ...backup, store }))

const read = async (manifest: Buffer, store: MemoryStore): Promise<Buffer> => {
  const blocks: Buffer[] = []
  for await (const chunk of readBackup(manifest, store)) blocks.push(Buffer.from(chunk))
  return Buffer.concat(blocks)
}

const files = uniqueArray(
  record({
    name: texts({ minLength: 1, maxLength: 180, unit: constantFrom(...'abcdefgh/._-') }),
    seed: nat(),
    bytes: oneof(nat(3000), nat(70_000), nat(700_000)),
  }),
  { selector: ({ name }) => name, maxLength: 30 },
)
const tarOf = (list: readonly { name: string; seed: number; bytes: number }[]): Buffer =>
  encodeTar(list.map(({ name, seed, bytes }) => ({ name, content: noise(seed, bytes) })))

describe('a backup', () => {
  it('gives back the bytes that it was made from, however they arrive', async () => {
    await holds(
      asyncProperty(files, integer({ min: 300, max: 200_000 }), async (list, pieceBytes) => {
        const tar = tarOf(list)
        const { manifest, store, rawBytes } = await write(tar, new MemoryStore(), pieceBytes)
        expect(rawBytes).toBe(tar.length)
        expect((await read(manifest, store)).equals(tar)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('is cut the same way, however its bytes arrive', async () => {
    await holds(
      asyncProperty(files, integer({ min: 1, max: 5000 }), async (list, pieceBytes) => {
        const tar = tarOf(list)
        const first = await write(tar)
        const second = await write(tar, first.store, pieceBytes)
        expect(second.newRawBytes).toBe(0)
        expect(second.manifest.equals(first.manifest)).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  it('stores equal blocks once, also those of one backup', async () => {
    const content = noise(1, 3_000_000)
    const { newRawBytes, rawBytes, manifest, store } = await write(
      encodeTar(['a', 'b', 'c', 'd'].map((name) => ({ name, content }))),
    )
    expect(rawBytes).toBeGreaterThan(12_000_000)
    expect(newRawBytes).toBeLessThan(3_100_000)
    await verifyBackup(manifest, store)
  })

  it('holds a few packs at most while it is written', async () => {
    const { store, manifest } = await write(encodeTar([{ name: 'big', content: noise(2, 150_000_000) }]))
    expect(store.packs.size).toBe(5)
    expect([...store.packs.values()].flatMap(({ frames }) => frames).length).toBeGreaterThan(30)
    expect(store.mostOpenPacks).toBeLessThanOrEqual(3)
    await verifyBackup(manifest, store)
  })

  it('has a root of a few bytes, and lists of blocks beyond one list', async () => {
    const small = Array.from({ length: 30_000 }, (_, index) => ({
      name: `files/${index}.txt`,
      content: Buffer.from(`note ${index}`),
    }))
    const { manifest, blocks, store } = await write(encodeTar(small))
    expect(decodeManifest(manifest).lists.length).toBe(Math.ceil(blocks / 4096))
    expect(decodeManifest(manifest).lists.length).toBeGreaterThan(1)
    expect(manifest.length).toBeLessThan(300)
    await verifyBackup(manifest, store)
  })
})

describe('a second backup', () => {
  /** As many bytes in small, middle and large files, which phones rarely have: media are larger. */
  const mixed = (): TarFile[] => [
    ...Array.from({ length: 1000 }, (_, index) => ({
      name: `data/${index}`,
      content: noise(index, 500 + (index % 40) * 400),
    })),
    ...Array.from({ length: 90 }, (_, index) => ({
      name: `pictures/${index}.jpg`,
      content: noise(index + 5000, 100_000 + index * 1000),
    })),
    ...Array.from({ length: 10 }, (_, index) => ({
      name: `films/${index}.mp4`,
      content: noise(index + 9000, 1_500_000),
    })),
  ]

  it('after a change of 1 % of the files stores at most 5 % of the bytes', async () => {
    const before = mixed()
    const { store, rawBytes, newStoredBytes } = await write(encodeTar(before))
    const after = before.map((file, index) =>
      index % 100 === 37 ? { ...file, content: noise(index + 70_000, file.content.length + 100), modifiedAt: 1 } : file,
    )
    const second = await write(encodeTar(after), store)
    expect(second.newRawBytes).toBeGreaterThan(0)
    expect(second.newRawBytes / rawBytes).toBeLessThan(0.05)
    expect(second.newStoredBytes / newStoredBytes).toBeLessThan(0.05)
    await verifyBackup(second.manifest, store)
  })

  it('after files have come and gone stores little more than those', async () => {
    const before = mixed()
    const { store, rawBytes } = await write(encodeTar(before))
    const added = { name: 'data/new', content: noise(123, 4000) }
    const after = [...before.slice(0, 300), added, ...before.slice(305)]
    const { newRawBytes } = await write(encodeTar(after), store)
    expect(newRawBytes / rawBytes).toBeLessThan(0.02)
  })

  it('of touched large files stores their headers only', async () => {
    const large = mixed().filter(({ content }) => content.length >= 64 * 1024)
    const { store } = await write(encodeTar(large))
    const touched = large.map((file) => ({ ...file, modifiedAt: 1 }))
    expect((await write(encodeTar(touched), store)).newRawBytes).toBeLessThan(large.length * 2048)
  })
})

describe('an archive', () => {
  const whole = encodeTar([
    { name: 'a', content: noise(1, 2000) },
    { name: `${'long/'.repeat(30)}b`, content: noise(2, 300_000) },
  ])

  it('that breaks off is refused, wherever it does', async () => {
    await holds(
      asyncProperty(integer({ min: 0, max: whole.length - 1 }), async (bytes) => {
        await expect(write(whole.subarray(0, bytes))).rejects.toThrow(BadArchive)
      }),
      { numRuns: 30 },
    )
  })

  /** The checksum is about everything but its own eight bytes, some of which only fill it up. */
  const isOfCheckedPart = (bit: number): boolean => bit < 148 * 8 || bit >= 156 * 8

  it('with a damaged header is refused', async () => {
    await holds(
      asyncProperty(integer({ min: 0, max: 8 * 512 - 1 }).filter(isOfCheckedPart), async (bit) => {
        const garbled = Buffer.from(whole)
        garbled[bit >> 3] = (garbled[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        await expect(write(garbled)).rejects.toThrow(BadArchive)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', noise(3, 10_000)],
    ['something behind its end', Buffer.concat([whole, noise(4, 512)])],
    ['a name without end', encodeTar([{ name: 'n'.repeat(2_000_000), content: Buffer.alloc(0) }])],
  ])('of %s is refused', async (_name, bytes) => {
    await expect(write(bytes)).rejects.toThrow(BadArchive)
  })
})

describe('memory of a backup', () => {
  it('is freed where chunks were given for good, and never that of a constant somebody passes on', async () => {
    const tar = encodeTar([{ name: 'a', content: noise(1, 300_000) }])
    const end = new Uint8Array(1024)
    const chunks = [new Uint8Array(tar.subarray(0, tar.length - end.length)), end]
    const store = new MemoryStore()
    const { manifest } = await writeBackup(Readable.from(chunks), store, { freesChunks: true })
    expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, end.length])
    expect((await read(manifest, store)).equals(tar)).toBe(true)
  })

  it('stays while its reader holds a chunk', async () => {
    const tar = encodeTar([{ name: 'a', content: noise(2, 400_000) }])
    const { manifest, store } = await write(tar)
    const held: Buffer[] = []
    for await (const chunk of readBackup(manifest, store)) held.push(chunk)
    expect(Buffer.concat(held).equals(tar)).toBe(true)
  })
})

describe('a damaged backup', () => {
  const made = write(
    encodeTar([
      { name: 'a', content: noise(5, 400_000) },
      { name: 'b', content: Buffer.alloc(50_000) },
    ]),
  )

  it('is found out by any flipped bit of its packs, and nothing wrong is passed on', async () => {
    const { manifest, store } = await made
    const tar = await read(manifest, store)
    const [[packId, pack] = ['', undefined]] = store.packs
    if (!pack) throw new Error('no pack')
    await holds(
      asyncProperty(integer({ min: 0, max: pack.body.length * 8 - 1 }), async (bit) => {
        const broken = new MemoryStore()
        for (const [hash, location] of store.blocks) broken.blocks.set(hash, location)
        const body = Buffer.from(pack.body)
        body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        broken.packs.set(packId, { ...pack, body })
        await expect(verifyBackup(manifest, broken)).rejects.toThrow(BackupDamaged)
        // A hash of the pack that is forged with it does not help.
        const frames = pack.frames.map((frame) => {
          const bytes = body.subarray(frame.offset, frame.offset + frame.length)
          return { ...frame, checksum: crc32(bytes).toString(16).padStart(8, '0') }
        })
        broken.packs.set(packId, { body, frames })
        const given: Buffer[] = []
        const passOn = async () => {
          for await (const chunk of readBackup(manifest, broken)) given.push(Buffer.from(chunk))
        }
        const failure = await passOn().catch((error: unknown) => error)
        expect(failure === undefined || failure instanceof BackupDamaged).toBe(true)
        const bytes = Buffer.concat(given)
        expect(bytes.equals(tar.subarray(0, bytes.length))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  const breakOff = (store: MemoryStore) => {
    for (const [packId, { body, frames }] of store.packs)
      store.packs.set(packId, { body: body.subarray(0, -1), frames })
  }
  const moveBlocks = (store: MemoryStore) => {
    for (const [hash, block] of store.blocks) store.blocks.set(hash, { ...block, offset: block.offset + 1_000_000 })
  }

  it('is found out by any flipped bit of its manifest', async () => {
    const { manifest, store } = await made
    for (let bit = 0; bit < manifest.length * 8; bit += 1) {
      const broken = Buffer.from(manifest)
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(verifyBackup(broken, store)).rejects.toThrow(BackupDamaged)
    }
    await expect(verifyBackup(manifest.subarray(0, 20), store)).rejects.toThrow(BackupDamaged)
  })

  it.each([
    ['a missing pack', (store: MemoryStore) => store.packs.clear()],
    ['a pack that breaks off', (store: MemoryStore) => breakOff(store)],
    ['a block outside its pack', (store: MemoryStore) => moveBlocks(store)],
    ['a missing block', (store: MemoryStore) => store.blocks.clear()],
  ])('is found out by %s', async (_name, damage) => {
    const { manifest, store } = await write(encodeTar([{ name: 'a', content: noise(6, 1000) }]))
    damage(store)
    await expect(verifyBackup(manifest, store)).rejects.toThrow(BackupDamaged)
  })
})

it('of an earlier release, with SHA-256 for blocks and bodies, is read', async () => {
  const tar = encodeTar([{ name: 'a', content: noise(8, 1000) }])
  const store = new MemoryStore()
  const add = (packId: string, raw: Buffer) => {
    const body = zstdCompressSync(raw)
    const block = { hash: hashOf(raw, 'sha256'), length: raw.length }
    const frame = { rawOffset: 0, rawBytes: raw.length, offset: 0, length: body.length }
    store.packs.set(packId, { body, frames: [{ ...frame, checksum: hashOf(body, 'sha256') }] })
    store.blocks.set(block.hash, { ...block, packId, offset: 0 })
    return block
  }
  const list = add('list', encodeEntries([add('tar', tar)]))
  const manifest = encodeManifest({ hashing: 'sha256', rawBytes: tar.length, blocks: 1, lists: [list] })
  expect((await read(manifest, store)).equals(tar)).toBe(true)
  const { body = Buffer.alloc(0), frames = [] } = store.packs.get('tar') ?? {}
  const checksum = hashOf(Buffer.alloc(1), 'sha256')
  store.packs.set('tar', { body, frames: frames.map((frame) => ({ ...frame, checksum })) })
  await expect(verifyBackup(manifest, store)).rejects.toThrow(BackupDamaged)
})

describe('a store that fails', () => {
  const tar = encodeTar([{ name: 'a', content: noise(7, 120_000_000) }])

  it('ends the backup with its error, and nothing is written any more', async () => {
    class FullStore extends MemoryStore {
      override beginPack(): Promise<PackUpload> {
        if (this.packs.size === 2) return Promise.reject(new Error('full'))
        return super.beginPack()
      }
    }
    const store = new FullStore()
    await expect(write(tar, store)).rejects.toThrow('full')
    expect(store.packs.size).toBeLessThanOrEqual(3)
  })

  it('by storing other bytes than it was given is found out before a block is to be found', async () => {
    class LyingStore extends MemoryStore {
      override writeBody(packId: string, body: Buffer): void {
        body[100] = (body[100] ?? 0) ^ 1
        super.writeBody(packId, body)
      }
    }
    const store = new LyingStore()
    await expect(write(tar, store)).rejects.toThrow(BackupDamaged)
    expect(store.blocks.size).toBe(0)
  })

  it('is not written to after the backup was called off', async () => {
    const store = new MemoryStore()
    const controller = new AbortController()
    const onProgress = (rawBytes: number) => void (rawBytes > 50_000_000 && controller.abort(new Error('called off')))
    const writing = writeBackup(inPieces(tar, 100_000), store, { signal: controller.signal, onProgress })
    await expect(writing).rejects.toThrow('called off')
    const { size } = store.packs
    expect(size).toBeLessThan(3)
    await new Promise((resolve) => setImmediate(resolve))
    expect(store.packs.size).toBe(size)
  })
})
