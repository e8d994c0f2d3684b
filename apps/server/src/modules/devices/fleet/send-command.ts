import { DeviceCommand, deviceCommandLabels } from '@yunji/contract/devices/device/enums'
import { commandRights } from '@yunji/contract/devices/device/rules'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { commandTaskKinds, isTaskCommand } from '@yunji/contract/devices/task/rules'
import { type DeviceRight, includesRight } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import type { AppErrorName } from '../../../platform/errors.ts'
import { runOnPhones } from '../../../platform/run-on-phones.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { type PhoneCommand, SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { answerFor, failureOf } from '../../../platform/supplier-failures.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import type { Covers } from '../covers/index.ts'
import { recordUses } from '../uses/index.ts'
import { type BegunTask, beginDeviceTask, refusalOf } from './begin-task.ts'
import type { DeviceDeps } from './list-devices.ts'
import { type DeviceRow, findDevices, type VisibleDevice } from './store.ts'

export interface CommandDeps extends DeviceDeps {
  readonly covers: Covers
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly tasks: Tasks
}

export interface CommandInput {
  readonly deviceIds: readonly number[]
  readonly command: DeviceCommand
  readonly url?: string | undefined
  readonly packageName?: string | undefined
}

/** Deadline of phones for a command that is answered with its result. */
const IMMEDIATE_DEADLINE_MS = 8_000

type Outcome = AppErrorName | undefined
type Outcomes = ReadonlyMap<number, Outcome>

/** Sends one command to many devices. Each device has its own result; a failure stops none of the others. */
export const sendCommand =
  (deps: CommandDeps) => async (caller: Caller, rights: ReadonlyMap<number, DeviceRight>, input: CommandInput) => {
    const needed = commandRights[input.command]
    const requestedIds = [...new Set(input.deviceIds)]
    const allowed = requestedIds.filter((id) => includesRight(rights.get(id) ?? 'none', needed))
    const { taskId, refusals: outcomes } = isTaskCommand(input.command)
      ? await beginWork(deps, caller, allowed, commandTaskKinds[input.command])
      : { taskId: null, refusals: await runNow(deps, caller, allowed, input) }

    await recordCommand(deps, caller, rights, outcomes, input.command)
    const after = new Map((await findVisible(deps, caller, requestedIds)).map(({ device }) => [device.id, device]))
    const results = requestedIds.map((deviceId): CommandResult => {
      const outcome = rights.has(deviceId) && !allowed.includes(deviceId) ? 'NO_RIGHT' : outcomes.get(deviceId)
      return {
        deviceId,
        ...answerFor(outcome ?? 'OK'),
        state: after.get(deviceId)?.state ?? 'released',
        cover: deps.covers.addressOf(caller.userId, deviceId),
      }
    })
    return { results, taskId }
  }

/** For the owners of devices that others sent a command to. A picture is no act. */
const recordCommand = (
  { database: { db }, clock }: CommandDeps,
  { userId }: Caller,
  rights: ReadonlyMap<number, DeviceRight>,
  outcomes: Outcomes,
  command: DeviceCommand,
): Promise<void> => {
  if (command === DeviceCommand.cover) return Promise.resolve()
  const isSent = (deviceId: number, right: DeviceRight): boolean =>
    right !== 'owner' && includesRight(right, commandRights[command]) && outcomes.get(deviceId) === undefined
  const deviceIds = [...rights].filter(([deviceId, right]) => isSent(deviceId, right)).map(([deviceId]) => deviceId)
  return recordUses(db, { userId, deviceIds, action: 'command', detail: deviceCommandLabels[command], at: clock.now() })
}

const findVisible = ({ database, clock }: CommandDeps, { userId }: Caller, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve<VisibleDevice[]>([]) : findDevices(database.db, userId, clock.now(), ids)

const beginWork = (
  deps: CommandDeps,
  { userId }: Caller,
  deviceIds: readonly number[],
  kind: (typeof commandTaskKinds)[keyof typeof commandTaskKinds],
): Promise<BegunTask> =>
  deviceIds.length === 0
    ? Promise.resolve({ taskId: null, refusals: new Map() })
    : deps.database.db.transaction((tx) => beginDeviceTask(deps, tx, { kind, ownerId: userId, deviceIds }))

const runNow = async (
  deps: CommandDeps,
  caller: Caller,
  deviceIds: readonly number[],
  input: CommandInput,
): Promise<Outcomes> => {
  const seen = (await findVisible(deps, caller, deviceIds)).map(({ device }) => device)
  const known = new Map(seen.map((device) => [device.id, device]))
  const running = seen.filter((device) => device.state === 'running')
  const outcomes = new Map<number, Outcome>(
    deviceIds.filter((id) => known.get(id)?.state !== 'running').map((id) => [id, refusalOf(known.get(id), 'clean')]),
  )
  const done =
    input.command === DeviceCommand.cover
      ? await refreshCovers(deps, running)
      : await runBySupplier(deps, running, phoneCommandOf(input))
  for (const [deviceId, outcome] of done) outcomes.set(deviceId, outcome)
  return outcomes
}

const phoneCommandOf = ({ command, url = '', packageName = '' }: CommandInput): PhoneCommand => {
  if (command === DeviceCommand.openUrl) return { kind: 'openUrl', url }
  if (command === DeviceCommand.uninstall) return { kind: 'uninstall', packageName }
  return { kind: 'freeMemory' }
}

const refreshCovers = async ({ covers }: CommandDeps, devices: readonly DeviceRow[]): Promise<Outcomes> => {
  const outcomes = devices.map(async (device): Promise<[number, Outcome]> => {
    const failure = await covers.refresh(device).then(() => undefined, failureOf)
    return [device.id, failure]
  })
  return new Map(await Promise.all(outcomes))
}

const runBySupplier = async (
  { suppliers, log }: CommandDeps,
  devices: readonly DeviceRow[],
  command: PhoneCommand,
): Promise<Outcomes> => {
  const signal = AbortSignal.timeout(IMMEDIATE_DEADLINE_MS)
  const outcomes = new Map<number, Outcome>()
  const bySupplier = Map.groupBy(devices, (device) => device.supplierType)
  await Promise.all(
    [...bySupplier].map(async ([type, group]) => {
      const phoneIds = group.map((device) => device.phoneId)
      const results = await inSupplier(() => runOnPhones(suppliers.of(type), command, phoneIds, signal))
      for (const { id, phoneId } of group) {
        const error = results instanceof SupplierError ? results : results.get(phoneId)
        if (error) log.info({ err: error, deviceId: id, command: command.kind }, 'device command failed')
        outcomes.set(id, error && failureOf(error))
      }
    }),
  )
  return outcomes
}

const inSupplier = async <Result>(work: () => Promise<Result>): Promise<Result | SupplierError> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SupplierError) return error
    throw error
  }
}
