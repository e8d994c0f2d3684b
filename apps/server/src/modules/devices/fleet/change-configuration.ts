import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database.ts'
import { answerOf } from '../../../platform/errors.ts'
import type { PhoneSize, Suppliers } from '../../../platform/supplier.ts'
import { defineTask, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import { goodsConfigurations } from '../../../tables/catalogue.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { failureOf } from './supplier-failures.ts'

interface ChangeTaskDeps {
  readonly database: Database
  readonly suppliers: Suppliers
  /** What hangs on a phone that has become another, or has not. */
  readonly onChanged: TaskDefinition['onEnd']
}

const AHEAD_MS = 15_000
/** A phone that starts again takes its time, also on the way back. */
const UNDO_MS = 5 * 60_000

/** The phone starts again as large as its new configuration is; whatever goes wrong, it becomes what it was. */
export const changeTask = (deps: ChangeTaskDeps): TaskDefinition =>
  defineTask({
    kind: 'changeConfig',
    deadlineMs: deviceDeadlineMs.changingConfiguration - AHEAD_MS,
    undoMs: UNDO_MS,
    // It is paid for: calling it back would be a refund in disguise.
    canCancel: false,
    describeFailure: (error) => answerOf(failureOf(error)).text,
    steps: [
      {
        name: '变更配置',
        weight: 1,
        run: (context) => resize(deps, context, 'toConfigId'),
        undo: (context) => resize(deps, context, 'fromConfigId'),
      },
    ],
    ...(deps.onChanged && { onEnd: deps.onChanged }),
  })

type Context = Pick<StepContext, 'device' | 'signal'> & Partial<Pick<StepContext, 'progress'>>

const resize = async (
  { database: { db }, suppliers }: ChangeTaskDeps,
  { device, signal, progress }: Context,
  into: 'toConfigId' | 'fromConfigId',
): Promise<void> => {
  const [change] = await db
    .select()
    .from(deviceChanges)
    .where(and(eq(deviceChanges.deviceId, device.id), isNull(deviceChanges.endedAt)))
  const size = change && (await sizeOf(db, change[into]))
  if (!size) throw new Error(`device ${device.id} is to become nothing`)
  await suppliers.of(device.supplierType).resize(device.phoneId, size, signal, () => progress?.(50))
}

/** How large a phone of a configuration is. */
export const sizeOf = async (db: Database['db'], configId: number | null): Promise<PhoneSize | undefined> => {
  const [size] = await db
    .select({
      cpuCores: goodsConfigurations.cpuCores,
      memoryGb: goodsConfigurations.memoryGb,
      storageGb: goodsConfigurations.storageGb,
    })
    .from(goodsConfigurations)
    .where(eq(goodsConfigurations.id, configId ?? 0))
  return size
}
