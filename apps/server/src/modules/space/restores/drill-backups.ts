import { BackupDamaged } from '@yunji/backup-format/errors'
import { readBackup } from '@yunji/backup-format/read-backup'
import type { DrillResult } from '@yunji/contract/space/backup-rules'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { rentUnreservedStock, returnStock } from '../../commerce/catalogue/index.ts'
import { phoneSwap } from '../../devices/fleet/index.ts'
import { type BlockStoreDeps, openBlockStore } from '../backups/block-store.ts'
import { countDifferences, noteContents, type TarContents } from './compare-tars.ts'
import {
  countDrilling,
  type DrilledBackup,
  findDrilling,
  listDrillable,
  listLostDrills,
  lockDrills,
  setDrilled,
  setDrilling,
} from './drill-store.ts'

export interface DrillDeps extends BlockStoreDeps {
  readonly suppliers: Suppliers
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
  readonly clock: Clock
}

interface DrillJob {
  readonly backupId: number
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
    const lost = readPages<{ id: number }>(PAGE, (after, limit) =>
      listLostDrills(database.db, before, limit, after?.id),
    )
    const work = { job: PLAN_JOB, log, backoff, fields: ({ id: backupId }: { id: number }) => ({ backupId }) }
    await forEachRow(work, lost, async ({ id }) => {
      const drill = await findDrilling(database.db, id)
      if (drill) await endDrill(deps, drill, 'failed', '演练没有完成')
    })
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
          .then(() => true, refuseOutOfStock)
        if (!taken) continue
        await setDrilling(tx, backupId, now)
        await deps.jobs.add<DrillJob>(tx, DRILL_JOB, { backupId })
        free -= 1
      }
    })
  }
}

const refuseOutOfStock = (error: unknown): false => {
  if (error instanceof AppError && error.error === 'OUT_OF_STOCK') return false
  throw error
}

/** Restores a backup into a spare phone and compares what comes out of it. */
export const drillJob = (deps: DrillDeps): Job<DrillJob> => ({
  ...DRILL_JOB,
  heartbeatSeconds: 30,
  retryLimit: 2,
  expireSeconds: DRILL_DEADLINE_MS / 1000,
  run: async ({ backupId }, signal) => {
    const drill = await findDrilling(deps.database.db, backupId)
    if (!drill) return
    const deadline = AbortSignal.timeout(DRILL_DEADLINE_MS)
    const outcome = await holdDrill(deps, drill, signal ? AbortSignal.any([signal, deadline]) : deadline).catch(
      (error: unknown): Outcome => {
        // Another worker goes on.
        if (signal?.aborted) throw error
        deps.log.warn({ err: error, backupId }, 'restore drill failed')
        return judgeFailure(error)
      },
    )
    await endDrill(deps, drill, ...outcome)
  },
})

type Outcome = readonly [result: DrillResult, reason: string]

/** A backup that is refused or read wrongly is damaged; anything else speaks against the drill, not the backup. */
const judgeFailure = (error: unknown): Outcome => {
  const isBad = error instanceof BackupDamaged || (error instanceof SupplierError && error.kind === 'badArchive')
  return isBad ? ['damaged', '备份内容已损坏'] : ['failed', '演练手机没有完成恢复']
}

const phoneIdOf = ({ backup }: DrilledBackup): string => `drill-${backup.id}-${backup.drillingSince?.getTime() ?? 0}`

const holdDrill = async (deps: DrillDeps, drill: DrilledBackup, signal: AbortSignal): Promise<Outcome> => {
  const { backup, device } = drill
  const { manifest, contents } = backup
  const { restoreBackup, createBackup } = deps.suppliers.of(device.supplierType)
  if (!manifest || !contents || !restoreBackup || !createBackup) return ['failed', '该设备不支持演练']
  const phoneId = phoneIdOf(drill)
  await phoneSwap.provision(deps, { device, signal, progress: () => undefined }, { phoneId, zoneId: device.zoneId })
  const plan = contents.backup
  const own = new Set(plan.apps.map(({ packageName }) => packageName))
  const expected: TarContents = new Map()
  const tar = noteContents(readBackup(manifest, openBlockStore(deps, backup.id)), isCompared(own), expected)
  const { skippedPackages } = await restoreBackup(phoneId, tar, plan, { sizeBytes: backup.rawBytes, signal })
  for (const { packageName } of skippedPackages) own.delete(packageName)
  const kept = isCompared(own)
  for (const name of expected.keys()) if (!kept(name)) expected.delete(name)
  const found: TarContents = new Map()
  const { body, finished } = await createBackup(phoneId, { signal })
  for await (const _ of noteContents(body, kept, found));
  await finished
  const differences = countDifferences(expected, found)
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

const endDrill = (
  { database, clock, jobs }: DrillDeps,
  drill: DrilledBackup,
  drillResult: DrillResult,
  drillReason: string,
): Promise<void> =>
  database.db.transaction(async (tx) => {
    const { backup, device } = drill
    if (!backup.drillingSince) return
    const found = { drillAt: clock.now(), drillResult, drillReason }
    if (!(await setDrilled(tx, backup.id, backup.drillingSince, found))) return
    const { zoneId, configId } = device
    if (configId !== null) await returnStock(tx, { zoneId, configId, quantity: 1 })
    await phoneSwap.erase({ clock, jobs }, tx, device, phoneIdOf(drill))
  })
