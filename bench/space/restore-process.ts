/**
 * Restores a backup into a folder as the server does to a phone: reads and verifies all of it first, then reads and verifies
 * it again while `tar` unpacks it. Arguments: database URL, data folder, target folder, id of the backup. Prints JSON.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readBackup, verifyBackup } from '@yunji/backup-format/read-backup'
import { createFileSystemStore } from '../../apps/server/src/adapters/object-store/file-system.ts'
import { openBlockStore } from '../../apps/server/src/modules/space/backups/block-store.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { measureMemory } from './memory.ts'

const [url = '', dataDir = '', target = '', backupId = ''] = process.argv.slice(2)
const database = openDatabase(url, createLogger('silent', process.stdout))
const objectStore = createFileSystemStore(join(dataDir, 'objects'))
const { rows } = await database.pool.query<{ manifest: Buffer }>('select manifest from backups where id = $1', [
  backupId,
])
const manifest = rows[0]?.manifest
if (!manifest) throw new Error('there is no such backup')
const memory = measureMemory()
const processorBefore = process.cpuUsage()
const began = performance.now()
await verifyBackup(manifest, openBlockStore({ database, objectStore }, Number(backupId)))
const verified = performance.now()
const tar = spawn('tar', ['-x', '-C', target], { stdio: ['pipe', 'inherit', 'inherit'] })
const ended = once(tar, 'exit')
const write = promisify(
  tar.stdin.write.bind(tar.stdin) as (chunk: Buffer, done: (error?: Error | null) => void) => void,
)
const blocks = openBlockStore({ database, objectStore }, Number(backupId))
for await (const chunk of readBackup(manifest, blocks, { freesChunks: true })) await write(chunk)
tar.stdin.end()
const [code] = await ended
if (code !== 0) throw new Error(`tar ended with ${code}`)
const seconds = (performance.now() - verified) / 1000
const { user, system } = process.cpuUsage(processorBefore)
const result = {
  verifySeconds: (verified - began) / 1000,
  seconds,
  processorSeconds: (user + system) / 1e6,
  ...memory.end(),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
await database.close()
