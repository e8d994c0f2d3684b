import { setTimeout as delay } from 'node:timers/promises'
import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { answerOf } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { runOnPhones } from '../../../platform/run-on-phones.ts'
import {
  isRefusal,
  type PhoneCommand,
  type PhoneStage,
  SupplierError,
  type Suppliers,
} from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import {
  defineTask,
  type PartEnd,
  type StepContext,
  type TaskDefinition,
  type TaskStep,
} from '../../../platform/tasks/definition.ts'
import type { Covers } from '../covers/index.ts'
import { changeTasks } from './change-configuration.ts'
import { newPhoneId, phoneSwap, provision, RESTART_PERCENT, retryUntilReachable, WITHOUT_PHONE } from './swap-phone.ts'

export interface TaskKindDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly covers: Covers
  readonly jobs: Jobs
  /** Called when a new phone has been created or has failed. */
  readonly onCreated: TaskDefinition['onEnd']
  readonly onChanged: TaskDefinition['onEnd']
}

/** A task ends this long before the deadline of its device's state, so that it settles the device first. */
const AHEAD_MS = 15_000
const UNDO_MS = 10_000
const RETRY_MS = 2000
const FIRST_PICTURE_MS = 10_000

const common = {
  undoMs: UNDO_MS,
  describeFailure: (error: unknown): string => answerOf(failureOf(error)).text,
}

/** Task definitions of devices. */
export const deviceTasks = (deps: TaskKindDeps): readonly TaskDefinition[] => [
  defineTask({
    ...common,
    kind: 'create',
    deadlineMs: deviceDeadlineMs.creating - AHEAD_MS,
    canCancel: false,
    retriedAs: 'replace',
    steps: [provideStep(deps, '准备云手机', ({ device }) => device.phoneId), firstPictureStep(deps)],
    ...(deps.onCreated && { onEnd: deps.onCreated }),
  }),
  defineTask({
    ...common,
    kind: 'replace',
    deadlineMs: deviceDeadlineMs.replacing - AHEAD_MS,
    retriedAs: 'replace',
    steps: replaceSteps(deps),
    onEnd: swapPhone(deps),
  }),
  ...changeTasks(deps),
  defineTask({
    ...common,
    kind: 'reboot',
    deadlineMs: deviceDeadlineMs.rebooting - AHEAD_MS,
    retriedAs: 'reboot',
    steps: [bootMarkStep(deps), restartStep(deps)],
  }),
  defineTask({
    ...common,
    kind: 'clean',
    deadlineMs: deviceDeadlineMs.cleaning - AHEAD_MS,
    retriedAs: 'clean',
    steps: [{ name: '清理应用缓存', weight: 1, run: (context) => command(deps, context, { kind: 'clearCaches' }) }],
  }),
  defineTask({
    ...common,
    kind: 'deepClean',
    deadlineMs: deviceDeadlineMs.cleaning - AHEAD_MS,
    retriedAs: 'deepClean',
    steps: [
      {
        name: '深度清理',
        weight: 4,
        canCancel: false,
        run: (context) => command(deps, context, { kind: 'factoryReset' }),
        // A failed reset may have happened: the picture is deleted anyway.
        undo: ({ device }) => deps.covers.delete(device.id),
      },
      // The picture of the erased phone must not outlive it.
      { name: '清除画面', weight: 1, canCancel: false, run: ({ device }) => deps.covers.delete(device.id) },
    ],
  }),
]

/** The old phone is probed before and after a new one is provisioned: if it is back, the device keeps it. */
const replaceSteps = (deps: TaskKindDeps): readonly TaskStep[] => {
  const provide = provideStep(deps, '准备新的云手机', ({ part }) => newPhoneId(part))
  return [
    {
      ...provide,
      run: async (context) =>
        (await isBack(deps, context)) ? { hasChangedNothing: true, ...WITHOUT_PHONE } : provide.run(context),
    },
    {
      name: '核对原云手机',
      weight: 1,
      run: async (context) => {
        if (context.data.hasChangedNothing || (await isBack(deps, context))) return { hasChangedNothing: true }
        // The cover shows the old phone.
        await deps.covers.delete(context.device.id)
        return {}
      },
    },
  ]
}

/** True when the phone to be replaced runs again; throws where it cannot be seen. */
const isBack = async ({ suppliers }: TaskKindDeps, { device, part, signal }: StepContext): Promise<boolean> => {
  if (part.deviceStateBefore !== 'faulty') return false
  const health = await suppliers.of(device.supplierType).health(device.phoneId, signal)
  if (health === 'unseen') throw new SupplierError('unreachable', 'the old phone cannot be seen')
  return health === 'up'
}

const provideStep = (deps: TaskKindDeps, name: string, phoneIdOf: (context: StepContext) => string): TaskStep => ({
  name,
  weight: 4,
  isRefusal,
  run: async (context) => {
    await provision(deps, context, { phoneId: phoneIdOf(context), zoneId: context.device.zoneId })
  },
})

/** Waits for the first picture; a device without one is ready all the same. */
const firstPictureStep = ({ covers, log }: TaskKindDeps): TaskStep => ({
  name: '等待首个画面',
  weight: 1,
  run: async ({ device, signal }) => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(FIRST_PICTURE_MS)])
    await Promise.race([covers.refresh(device), delay(FIRST_PICTURE_MS, undefined, { signal: inTime })]).catch(
      (error) => log.debug({ err: error, deviceId: device.id }, 'first screenshot failed'),
    )
  },
})

/** Records the boot mark of the phone; empty when it does not answer, and it is restarted anyway. */
const bootMarkStep = ({ suppliers }: TaskKindDeps): TaskStep => ({
  name: '准备重启',
  weight: 1,
  run: async ({ device, signal }) => ({ bootMark: await bootMarkOf(suppliers, device, signal).catch(() => '') }),
})

const bootMarkOf = async (suppliers: Suppliers, device: StepContext['device'], signal: AbortSignal): Promise<string> =>
  (await suppliers.of(device.supplierType).bootMark?.(device.phoneId, signal)) ?? ''

const restartStep = (deps: TaskKindDeps): TaskStep => ({
  name: '重启手机',
  weight: 9,
  canCancel: false,
  run: async (context) => {
    if (!(await hasRestarted(deps, context))) await command(deps, context, { kind: 'reboot' })
  },
})

/** True when an earlier attempt has restarted the phone already; waits until it is up. */
const hasRestarted = async ({ suppliers }: TaskKindDeps, { device, part, data, signal }: StepContext) => {
  if (part.attempt === 1 || !data.bootMark) return false
  const mark = await retryUntilReachable(signal, () => bootMarkOf(suppliers, device, signal))
  if (mark === data.bootMark) return false
  const supplier = suppliers.of(device.supplierType)
  while ((await supplier.health(device.phoneId, signal)) !== 'up') await delay(RETRY_MS, undefined, { signal })
  return true
}

const command = async ({ suppliers }: TaskKindDeps, context: StepContext, what: PhoneCommand): Promise<void> => {
  const { device, signal } = context
  const onStage = (_: string, stage: PhoneStage): void => context.progress(RESTART_PERCENT[stage])
  const results = await runOnPhones(suppliers.of(device.supplierType), what, [device.phoneId], signal, onStage)
  const error = results.get(device.phoneId)
  if (error) throw error
}

/** Gives the device its new phone and quarantines the old one; an unneeded new phone is erased. */
const swapPhone =
  (deps: TaskKindDeps) =>
  async (tx: Tx, end: PartEnd): Promise<void> => {
    const isNeeded = end.state === 'succeeded' && !end.part.data.hasChangedNothing
    if (isNeeded) await phoneSwap.give(deps, tx, end, { isByOwner: false })
    else await phoneSwap.discard(deps, tx, end)
  }
