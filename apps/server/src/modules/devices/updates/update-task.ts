import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import type { Database, Tx } from '../../../platform/database.ts'
import { answerOf } from '../../../platform/errors.ts'
import { isRefusal, SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import { defineTask, type PartEnd, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import { findImages } from './find-images.ts'
import { setImageVersion } from './store.ts'

interface UpdateTaskDeps {
  readonly database: Database
  readonly suppliers: Suppliers
}

const AHEAD_MS = 15_000
/** Undoing restarts the phone as well. */
const UNDO_MS = 5 * 60_000

const versionsOf = ({ data }: Pick<StepContext, 'data'>) => ({
  from: typeof data['from'] === 'string' ? data['from'] : '',
  to: typeof data['to'] === 'string' ? data['to'] : '',
})

/** Restarts the phone with the newest image of its line and all its data; on failure it gets the image before back. */
export const updateTask = ({ database: { db }, suppliers }: UpdateTaskDeps): TaskDefinition => {
  const install = async (
    { device, signal, progress }: Omit<StepContext, 'progress'> & Partial<Pick<StepContext, 'progress'>>,
    version: string,
  ): Promise<void> => {
    const supplier = suppliers.of(device.supplierType)
    if (!supplier.updateImage) throw new SupplierError('unsupported', 'the supplier updates no images')
    await supplier.updateImage(device.phoneId, version, signal, () => progress?.(50))
  }
  return defineTask({
    kind: 'updateSystem',
    deadlineMs: deviceDeadlineMs.updating - AHEAD_MS,
    undoMs: UNDO_MS,
    describeFailure: (error) => `${answerOf(failureOf(error)).text}，已恢复到原来的版本`,
    steps: [
      {
        name: '核对版本',
        weight: 1,
        run: async ({ device }) => {
          const { next } = await findImages(db, device)
          return next ? { from: device.imageVersion, to: next.version } : { hasChangedNothing: true }
        },
      },
      {
        name: '更新并重启',
        weight: 9,
        isRefusal,
        canCancel: false,
        run: async (context) => {
          const { to } = versionsOf(context)
          if (to !== '') await install(context, to)
        },
        undo: async (context) => {
          const { from, to } = versionsOf(context)
          if (to !== '') await install(context, from)
        },
      },
    ],
    onEnd: async (tx: Tx, { part, device, state }: PartEnd): Promise<void> => {
      const { to } = versionsOf(part)
      if (state === 'succeeded' && to !== '') await setImageVersion(tx, device.id, to)
    },
  })
}
