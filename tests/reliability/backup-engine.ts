import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import type { BackupContents } from '@yunji/phone-driver/types'
import { createFileSystemStore } from '../../apps/server/src/adapters/object-store/file-system.ts'
import { createTaskDevices } from '../../apps/server/src/modules/devices/fleet/task-devices.ts'
import { backupTasks } from '../../apps/server/src/modules/space/backups/backup-task.ts'
import { sweepBackups } from '../../apps/server/src/modules/space/backups/sweep-backups.ts'
import type { Clock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/database.ts'
import type { Jobs } from '../../apps/server/src/platform/jobs.ts'
import { createListener } from '../../apps/server/src/platform/listener.ts'
import { createLive } from '../../apps/server/src/platform/live/live.ts'
import type { createLogger } from '../../apps/server/src/platform/logger.ts'
import { createOutbox } from '../../apps/server/src/platform/outbox/outbox.ts'
import { createSuppliers, type Supplier } from '../../apps/server/src/platform/supplier.ts'
import { createTasks } from '../../apps/server/src/platform/tasks/tasks.ts'
import { createScriptedSupplier } from '../../apps/server/src/testing/scripted-supplier.ts'

export const tarOf = (folder: string, phoneId: string): string => join(folder, `${phoneId}.tar`)

/** What a phone without apps says about its backup. */
const contentsOf = (usedBytes: number): BackupContents => ({
  androidVersion: '10',
  sdk: 29,
  abis: ['arm64-v8a'],
  appData: 'included',
  packages: [],
  apps: [],
  usedBytes,
  leftOut: { caches: [], sockets: 0, links: 0, vanished: [] },
  changed: [],
})

/** A phone whose content is a tar in a folder. */
const createTarSupplier = (folder: string): Supplier => ({
  ...createScriptedSupplier(),
  type: SupplierType.selfHosted,
  async createBackup(phoneId, { signal } = {}) {
    const { size } = await stat(tarOf(folder, phoneId))
    const contents = contentsOf(size)
    const body = createReadStream(tarOf(folder, phoneId), { ...(signal && { signal }) })
    return { plan: contents, body, finished: Promise.resolve({ sizeBytes: size, sha256: '', contents }) }
  },
})

interface EngineOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: ReturnType<typeof createLogger>
  readonly jobs: Jobs
  readonly folder: string
}

/** The product's task engine with its backups, on phones that are files. */
export const createBackupEngine = ({ database, clock, log, jobs, folder }: EngineOptions) => {
  const listener = createListener(database.url, log)
  const suppliers = createSuppliers([createTarSupplier(folder)])
  const objectStore = createFileSystemStore(join(folder, 'objects'))
  const deps = { database, clock, log, suppliers, objectStore }
  const tasks = createTasks({
    ...deps,
    jobs,
    listener,
    live: createLive(listener),
    outbox: createOutbox({ clock, jobs: { ...jobs, add: async () => undefined } }),
    devices: createTaskDevices(suppliers, clock),
    definitions: backupTasks(deps),
    closing: new AbortController().signal,
  })
  return { tasks, objectStore, sweep: sweepBackups(deps), close: () => listener.close() }
}
