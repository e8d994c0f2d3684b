import { BackupDamaged } from '@yunji/backup-format/errors'
import { readBackup } from '@yunji/backup-format/read-backup'
import type { DrillResult } from '@yunji/contract/space/backup-rules'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { falseOn } from '../../../platform/errors.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { rentUnreservedStock, returnStock } from '../../commerce/catalogue/index.ts'
import { phoneSwap } from '../../devices/fleet/index.ts'
import { type BlockStoreDeps, openBlockStore } from '../backups/block-store.ts'
import { countDifferences, noteContents, type TarContents } from './compare-tars.ts'
import {
  countDrilling,
  type DrillRow,
  deleteDrill,
  findDrill,
  findDrilledBackup,
  insertDrill,
  listDrillable,
  listLostDrills,
  lockDrills,
  setDrilled,
} from './drill-store.ts'

export interface DrillDeps extends BlockStoreDeps {
  readonly suppliers: Suppliers
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
  readonly clock: Clock
}

interface DrillJob {
  /** Absent in jobs of versions that named the backup. */
  readonly drillId?: number
}

const DRILL_JOB = { name: 'space.drillBackup' }
const PLAN_JOB = 'space.planDrills'
const DRILL_EVERY_MS = 7 * DAY_MS
/** Over all processes: each takes a phone out of stock for a while. */
const DRILLS_AT_ONCE = 2
/** Phones that stay in stock for customers. */
const LEFT_IN_STOCK = 1
const CANDIDATES = 50
const DRILL_DEADLINE_MS = 2 * 60 * 60_000
/** Its job is dead, with all its retries. */
const LOST_AFTER_MS = 8 * 60 * 60_000
const PAGE = 100

/** Begins the drills that are due, as far as there are spare phones, and ends those whose job is lost. */
export const planDrills = (deps: DrillDeps) => {
  const { database, clock, log } = deps
  const backoff = createBackoff(clock)
  return async (): Promise<void> => {
    const now = clock.now()
    const before = later(now, -LOST_AFTER_MS)
    const lost = readPages<DrillRow>(PAGE, (after, limit) => listLostDrills(database.db, before, limit, after?.id))
    const work = { job: PLAN_JOB, log, backoff, fields: ({ backupId }: DrillRow) => ({ backupId }) }
    await forEachRow(work, lost, (drill) => endDrill(deps, drill, 'failed', '演练没有完成'))
    await database.db.transaction(async (tx) => {
      await lockDrills(tx)
      let free = DRILLS_AT_ONCE - (await countDrilling(tx))
      if (free <= 0) return
      for (const { id: backupId, device } of await listDrillable(tx, later(now, -DRILL_EVERY_MS), CANDIDATES)) {
        if (free === 0) break
        const { zoneId, configId, supplierType } = device
        const { createBackup, restoreBackup } = deps.suppliers.of(supplierType)
        if (configId === null || !createBackup || !restoreBackup) continue
        const taken = await tx
          .transaction((nested) => rentUnreservedStock(nested, { zoneId, configId, quantity: 1 }, LEFT_IN_STOCK))
          .then(() => true, falseOn('OUT_OF_STOCK'))
        if (!taken) continue
        const place = { deviceId: device.id, supplierType, zoneId, configId }
        const phoneId = `drill-${backupId}-${now.getTime()}`
        const { id: drillId } = await insertDrill(tx, { backupId, ...place, phoneId, beganAt: now })
        await deps.jobs.add<DrillJob>(tx, DRILL_JOB, { drillId })
        free -= 1
      }
    })
  }
}

/** Restores a backup into a spare phone and compares what comes out of it. */
export const drillJob = (deps: DrillDeps): Job<DrillJob> => ({
  ...DRILL_JOB,
  heartbeatSeconds: 30,
  retryLimit: 2,
  expireSeconds: DRILL_DEADLINE_MS / 1000,
  run: async ({ drillId }, signal) => {
    const drill = drillId === undefined ? undefined : await findDrill(deps.database.db, drillId)
    if (!drill) return
    const deadline = AbortSignal.timeout(DRILL_DEADLINE_MS)
    const outcome = await holdDrill(deps, drill, signal ? AbortSignal.any([signal, deadline]) : deadline).catch(
      (error: unknown): Outcome => {
        // Another worker goes on.
        if (signal?.aborted) throw error
        deps.log.warn({ err: error, backupId: drill.backupId }, 'restore drill failed')
        return judgeFailure(error)
      },
    )
    await endDrill(deps, drill, ...outcome)
  },
})

type Outcome = readonly [result: DrillResult, reason: string, hasPhone?: boolean]

/** A backup that is refused or read wrongly is damaged; anything else speaks against the drill, not the backup. */
const judgeFailure = (error: unknown): Outcome => {
  const isBad = error instanceof BackupDamaged || (error instanceof SupplierError && error.kind === 'badArchive')
  const hasPhone = !(error instanceof SupplierError && error.kind === 'noStock')
  return isBad ? ['damaged', '备份内容已损坏'] : ['failed', '演练手机没有完成恢复', hasPhone]
}

const holdDrill = async (deps: DrillDeps, drill: DrillRow, signal: AbortSignal): Promise<Outcome> => {
  const found = await findDrilledBackup(deps.database.db, drill.backupId)
  if (!found) return ['failed', '备份已删除']
  const { backup, device } = found
  const { manifest, contents } = backup
  const { restoreBackup, createBackup } = deps.suppliers.of(device.supplierType)
  if (!manifest || !contents || !restoreBackup || !createBackup) return ['failed', '该设备不支持演练']
  const { phoneId, zoneId, configId } = drill
  const spare = { ...device, configId }
  await phoneSwap.provision(deps, { device: spare, signal, progress: () => undefined }, { phoneId, zoneId })
  const plan = contents.backup
  const own = new Set(plan.apps.map(({ packageName }) => packageName))
  const expected: TarContents = new Map()
  const chunks = readBackup(manifest, openBlockStore(deps, backup.id), { freesChunks: true })
  const tar = noteContents(chunks, isCompared(own), expected)
  const { skippedPackages } = await restoreBackup(phoneId, tar, plan, { sizeBytes: backup.rawBytes, signal })
  for (const { packageName } of skippedPackages) own.delete(packageName)
  const kept = isCompared(own)
  for (const name of expected.keys()) if (!kept(name)) expected.delete(name)
  const actual: TarContents = new Map()
  const { body, finished } = await createBackup(phoneId, { signal })
  for await (const _ of noteContents(body, kept, actual));
  await finished
  const differences = countDifferences(expected, actual)
  return differences === 0 ? ['recoverable', ''] : ['damaged', `${differences} 个文件恢复后不一致`]
}

/** APKs and data of the owner's apps, and shared storage; built-in apps run and write. */
const isCompared =
  (own: ReadonlySet<string>) =>
  (name: string): boolean => {
    const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = name.split('/')
    if (first === 'apps') return own.has(second)
    if (first === 'data') return own.has(third)
    return first === 'storage' && (fourth !== 'Android' || (fifth !== '' && own.has(sixth)))
  }

/** Stock is returned once; the phone is erased even if the drill was ended while it was still being created. */
const endDrill = (
  { database, clock, jobs }: DrillDeps,
  { id, backupId, deviceId, supplierType, zoneId, configId, phoneId }: DrillRow,
  drillResult: DrillResult,
  drillReason: string,
  hasPhone = true,
): Promise<void> =>
  database.db.transaction(async (tx) => {
    if (await deleteDrill(tx, id)) {
      await setDrilled(tx, backupId, { drillAt: clock.now(), drillResult, drillReason })
      await returnStock(tx, { zoneId, configId, quantity: 1 })
    }
    if (hasPhone) await phoneSwap.erase({ clock, jobs }, tx, { id: deviceId, supplierType }, phoneId)
  })
