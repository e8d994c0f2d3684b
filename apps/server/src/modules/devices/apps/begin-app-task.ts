import { type AppTaskKind, appTaskRights, fileTaskKind } from '@yunji/contract/devices/app/rules'
import type { BegunAppTask } from '@yunji/contract/devices/app/schema'
import { taskKindLabels } from '@yunji/contract/devices/task/rules'
import { type DeviceRight, includesRight } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError, type AppErrorName } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { answerFor } from '../../../platform/supplier-failures.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { beginDeviceTask } from '../fleet/index.ts'
import { recordUses, useDetail } from '../uses/index.ts'
import { findFile } from './store.ts'

interface BeginDeps {
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
}

interface AppTask {
  readonly kind: AppTaskKind
  readonly deviceIds: readonly number[]
  readonly subject: string
  readonly input: Readonly<Record<string, string>>
}

type Rights = ReadonlyMap<number, DeviceRight>

/** One task for all devices that take it; every other one is answered with its reason. */
export const beginAppTask =
  (deps: BeginDeps) =>
  async (tx: Tx, { userId }: Caller, rights: Rights, { deviceIds, ...task }: AppTask): Promise<BegunAppTask> => {
    const ids = [...new Set(deviceIds)]
    const allowed = ids.filter((id) => includesRight(rights.get(id) ?? 'none', appTaskRights[task.kind]))
    const { taskId, refusals } =
      allowed.length === 0
        ? { taskId: null, refusals: new Map<number, AppErrorName>() }
        : await beginDeviceTask(deps, tx, { ...task, ownerId: userId, deviceIds: allowed })
    const begun = allowed.filter((id) => !refusals.has(id))
    const detail = useDetail(taskKindLabels[task.kind], task.subject)
    await recordUses(tx, { userId, deviceIds: begun, action: 'command', detail, at: deps.clock.now() })
    return {
      taskId,
      refusals: ids
        .filter((id) => !begun.includes(id))
        .map((deviceId) => ({ deviceId, ...answerFor(refusals.get(deviceId) ?? 'NO_RIGHT') })),
    }
  }

/** A package is installed, any other file is put into the downloads. */
export const sendFile =
  (deps: BeginDeps) =>
  async (
    tx: Tx,
    caller: Caller,
    rights: Rights,
    { deviceIds, fileId }: { readonly deviceIds: readonly number[]; readonly fileId: string },
  ): Promise<BegunAppTask> => {
    const file = await findFile(tx, caller.userId, fileId, deps.clock.now())
    if (!file) throw new AppError('SHOW_ERROR_TIP', { text: '文件已过期或已删除，请重新上传' })
    const kind = fileTaskKind(file.name)
    return beginAppTask(deps)(tx, caller, rights, { kind, deviceIds, subject: file.name, input: { fileId } })
  }
