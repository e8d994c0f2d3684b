import { freeChunk } from './free-buffer.ts'
import { encodeEntries, encodeManifest, LIST_ENTRIES } from './manifest.ts'
import { type AddedBlock, HASHING, PackWriter } from './pack-writer.ts'
import { TarCutter } from './tar-cutter.ts'
import type { BlockStore, WrittenBackup } from './types.ts'

export interface WriteOptions {
  readonly signal?: AbortSignal
  /** Raw bytes that have been read. */
  readonly onProgress?: (rawBytes: number) => void
  /** Chunks of the tar are used by no one else: each is freed once it is copied. */
  readonly freesChunks?: boolean
}

/**
 * Stores a tar as blocks. Resolves when every block has been written, read back and compared. After a failure nothing of
 * it is written any more; what was written is the store's to give up.
 */
export async function writeBackup(
  tar: AsyncIterable<Uint8Array>,
  store: BlockStore,
  { signal, onProgress, freesChunks = false }: WriteOptions = {},
): Promise<WrittenBackup> {
  const cutter = new TarCutter()
  const packs = new PackWriter(store)
  const lists: AddedBlock[] = []
  let entries: AddedBlock[] = []
  let blocks = 0
  let rawBytes = 0

  const endList = async (): Promise<void> => {
    if (entries.length === 0) return
    await packs.hashAll()
    lists.push(await packs.add(encodeEntries(entries)))
    entries = []
  }
  const add = async (cut: Iterable<Buffer>): Promise<void> => {
    for (const block of cut) {
      entries.push(await packs.add(block))
      blocks += 1
      if (entries.length === LIST_ENTRIES) await endList()
    }
  }

  try {
    for await (const chunk of tar) {
      signal?.throwIfAborted()
      rawBytes += chunk.byteLength
      await add(cutter.push(chunk))
      if (freesChunks) freeChunk(chunk)
      onProgress?.(rawBytes)
    }
    await add(cutter.end())
    await endList()
    await packs.end()
    signal?.throwIfAborted()
  } finally {
    await packs.settle()
  }
  const { newRawBytes, newStoredBytes } = packs
  const manifest = encodeManifest({ hashing: HASHING, rawBytes, blocks, lists })
  return { manifest, blocks, rawBytes, newRawBytes, newStoredBytes }
}
