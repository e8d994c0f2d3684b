import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findRunningPostgres, startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { systemClock } from '../platform/clock.ts'
import { readMigrations } from '../platform/migrate.ts'
import { explainRefusal, storageFromEnvironment } from '../start-up.ts'
import { connectObjectStore, objectStoreName } from '../wiring/connect-object-store.ts'
import { createBackup, keepNewest } from './create-backup.ts'
import { BackupError, readManifest, verifyFiles } from './manifest.ts'
import { isHalfRestored, restoreBackup } from './restore-backup.ts'

const USAGE = `usage: npm run backup -- [--to <folder>] [--keep <number>]
       npm run backup -- --verify <backup>
       npm run restore -- <backup> --live    takes the place of the original, which runs no more
       npm run restore -- <backup> --drill   never connects to phones or providers`

const DEFAULT_KEPT = 7
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const { databaseUrl, dataDir, s3 } = storageFromEnvironment()
const objectStore = await connectObjectStore({ dataDir, s3 })

/** The external database of the settings, or the embedded one, which stays open until `close`. */
const openDatabase = async () => {
  if (databaseUrl) return { url: databaseUrl, close: async () => undefined }
  const embedded = await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` })
  return { url: embedded.url, close: () => embedded.stop() }
}

/** The embedded database of a running product is used as it is. */
const findDatabase = async () => {
  const url = databaseUrl ? undefined : await findRunningPostgres(`${dataDir}/postgres`)
  return url ? { url, close: async () => undefined } : openDatabase()
}

const backUp = async (target: string, kept: number): Promise<void> => {
  if (await isHalfRestored(dataDir)) throw new BackupError(`${dataDir} is half restored: end that with npm run restore`)
  const database = await findDatabase()
  try {
    const source = { databaseUrl: database.url, objectStore, dataDir, clock: systemClock }
    const { folder, foreignObjects } = await createBackup(source, target)
    say(`✓ ${folder}: ${await describe(folder)}`)
    if (foreignObjects > 0) say(`  ${foreignObjects} objects of the bucket are none of Yunji's and are not in it`)
    for (const old of await keepNewest(target, kept, folder)) say(`  removed ${old}`)
  } finally {
    await database.close()
  }
}

const verify = async (folder: string): Promise<void> => {
  await verifyFiles(folder, (await readManifest(folder)).files)
  say(`✓ ${folder}: ${await describe(folder)}, every byte is as it was written`)
}

const restore = async (folder: string, isDrill: boolean): Promise<void> => {
  const migrations = await readMigrations(MIGRATIONS)
  const storeName = objectStoreName({ s3 })
  await restoreBackup(folder, { isDrill, dataDir, objectStore, storeName, migrations, openDatabase })
  say(`✓ restored into ${dataDir}${isDrill ? ' as a drill' : ''}: ${await describe(folder)}`)
}

const describe = async (folder: string): Promise<string> => {
  const { createdAt, tables, objects, files } = await readManifest(folder)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  return `${createdAt}, ${rows} rows, ${objects.length} objects, ${bytes} bytes`
}

const options = {
  to: { type: 'string' },
  keep: { type: 'string' },
  verify: { type: 'string' },
  live: { type: 'boolean', default: false },
  drill: { type: 'boolean', default: false },
} as const

const readArguments = (words: string[]) => {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch {
    throw new BackupError(USAGE)
  }
}

const main = async ([command, ...words]: string[]): Promise<void> => {
  const { values, positionals } = readArguments(words)
  const kept = Number(values.keep ?? DEFAULT_KEPT)
  const [folder] = positionals
  const isRestore = values.live !== values.drill
  if (command === 'restore' && folder && positionals.length === 1 && isRestore) {
    return restore(resolve(folder), values.drill)
  }
  if (command !== 'backup' || folder || values.live || values.drill || !Number.isSafeInteger(kept) || kept < 1)
    throw new BackupError(USAGE)
  if (values.verify !== undefined) return verify(resolve(values.verify))
  return backUp(resolve(values.to ?? '.backups'), kept)
}

const OUTCOMES: Readonly<Record<string, string>> = {
  backup: 'no backup was made, and older ones are as they were',
  restore: 'the restore is not complete: once that is mended, the same command ends what was begun',
}

/** Message for failures that an operator can fix: refusals and errors of the system or the database; else undefined. */
const explain = (error: unknown, outcome: string): string | undefined => {
  if (error instanceof BackupError) return error.message
  const refusal = explainRefusal(error)
  if (refusal !== undefined) return `${refusal}; ${outcome}`
  return error instanceof Error && 'code' in error ? `${error.message}; ${outcome}` : undefined
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const sentence = explain(error, OUTCOMES[process.argv[2] ?? ''] ?? '')
  if (sentence === undefined) throw error
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
})
