import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Relative path without `..`: a foreign manifest must not reach outside of the backup. */
const innerPath = z.string().refine((path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..'))

const storedFile = z.strictObject({ path: innerPath, sizeBytes: z.number(), sha256 })
const name = z.strictObject({ schema: z.string(), name: z.string() })

const manifestSchema = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Schema: migrations with the checksums of their files, and the version of the job queue's tables. */
  migrations: z.array(z.strictObject({ version: z.number(), checksum: z.string() })),
  queueVersion: z.number(),
  tables: z.array(
    z.strictObject({ ...name.shape, columns: z.array(z.string()), rows: z.number(), file: innerPath }).readonly(),
  ),
  /** Partitions created at run time; no migration creates them. */
  partitions: z.array(z.strictObject({ ...name.shape, parent: name, bound: z.string() })),
  sequences: z.array(z.strictObject({ ...name.shape, lastValue: z.string(), isCalled: z.boolean() })),
  objects: z.array(z.strictObject({ key: z.string(), file: innerPath })),
  /** Files of the data folder: keys, certificates, the list of phones. */
  dataFiles: z.array(z.strictObject({ path: innerPath, file: innerPath })),
  files: z.array(storedFile),
})

export type Manifest = z.infer<typeof manifestSchema>
export type StoredFile = z.infer<typeof storedFile>
export type TableCopy = Manifest['tables'][number]

/** The backup cannot be used; the message names the part and the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** File in a data folder while a backup is being restored into it. */
export const RESTORE_MARKER = 'restore-in-progress'

const MANIFEST = 'manifest.json'
const MANIFEST_HASH = 'manifest.sha256'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Written last: a folder without the manifest and its hash is no backup. */
export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const text = `${JSON.stringify(manifestSchema.parse(manifest), null, 1)}\n`
  await writeDurably(join(folder, MANIFEST), text)
  await writeDurably(join(folder, MANIFEST_HASH), `${hashOf(text)}\n`)
}

export const readManifest = async (folder: string): Promise<Manifest> => {
  const [text, hash] = await Promise.all(
    [MANIFEST, MANIFEST_HASH].map((file) =>
      readFile(join(folder, file), 'utf8').catch(() => {
        throw new BackupError(`${folder} is not a backup: ${file} cannot be read`)
      }),
    ),
  )
  if (text === undefined || hash !== `${hashOf(text)}\n`) throw new BackupError(`${folder} is damaged: ${MANIFEST}`)
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new BackupError(`${folder} was made by a release with another format of backups`)
  return parsed.data
}

/** SHA-256 of a manifest that `readManifest` has accepted: the identity of a backup, wherever its folder is. */
export const readManifestHash = async (folder: string): Promise<string> =>
  (await readFile(join(folder, MANIFEST_HASH), 'utf8')).trim()

/** Reads every stored byte. Throws for the first file that is missing or differs. */
export const verifyFiles = async (folder: string, files: readonly StoredFile[]): Promise<void> => {
  for (const file of files) {
    const found = await hashFile(join(folder, file.path)).catch(() => undefined)
    if (!found) throw new BackupError(`${folder} is damaged: ${file.path} cannot be read`)
    if (found.sha256 !== file.sha256 || found.sizeBytes !== file.sizeBytes) {
      throw new BackupError(`${folder} is damaged: ${file.path} is not what was written`)
    }
  }
}

const hashFile = async (path: string) => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
  })
  return { sizeBytes, sha256: hash.digest('hex') }
}

export const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** fsync of the directory: its entries survive a power loss. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
