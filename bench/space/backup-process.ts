/**
 * Makes a backup of a folder as the server does, in a process of its own so that its memory can be measured. Arguments:
 * database URL, data folder, folder to back up, ids of user, device and part. Prints the written backup as JSON.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { writeBackup } from '@yunji/backup-format/write-backup'
import { createFileSystemStore } from '../../apps/server/src/adapters/object-store/file-system.ts'
import { createBlockStore } from '../../apps/server/src/modules/space/backups/block-store.ts'
import { beginAttempt, setComplete, writeResult } from '../../apps/server/src/modules/space/backups/store.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { measureMemory } from './memory.ts'

const [url = '', dataDir = '', source = '', userId = '', deviceId = '', partId = ''] = process.argv.slice(2)
const database = openDatabase(url, createLogger('silent', process.stdout))
const objectStore = createFileSystemStore(join(dataDir, 'objects'))
const deps = { database, clock: systemClock, objectStore }
const about = { userId: Number(userId), deviceId: Number(deviceId), deviceName: '', note: '', createdAt: new Date() }
const backup = await database.db.transaction((tx) =>
  beginAttempt(tx, { partId: Number(partId), attempt: 1 }, { ...about, origin: 'manual' }),
)
if (!backup) throw new Error('no backup was begun')
const store = createBlockStore(deps, { backupId: backup.id, userId: Number(userId), attempt: 1, chargedAs: 'backup' })
const memory = measureMemory()
const began = performance.now()
const processorBefore = process.cpuUsage()
const tar = spawn('tar', ['-c', '-C', source, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
const { manifest, rawBytes, newStoredBytes } = await writeBackup(tar.stdout, store, { freesChunks: true })
await database.db.transaction(async (tx) => {
  await writeResult(tx, backup.id, 1, { manifest, contents: null, rawBytes, storedBytes: newStoredBytes })
  await store.writeUses(tx)
  await setComplete(tx, backup.id, new Date(), null)
})
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(processorBefore)
const processorSeconds = (user + system) / 1e6
process.stdout.write(
  `${JSON.stringify({ backupId: backup.id, newStoredBytes, seconds, processorSeconds, ...memory.end() })}\n`,
)
await database.close()
