import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { crossRegionTexts } from '@yunji/contract/wire/error-texts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { isRefusal, SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import {
  defineTask,
  type PartEnd,
  type StepContext,
  type TaskDefinition,
  type TaskStep,
} from '../../../platform/tasks/definition.ts'
import { returnStock } from '../../commerce/catalogue/index.ts'
import { transfer } from '../../commerce/ledger/index.ts'
import type { Covers } from '../covers/index.ts'
import { phoneSwap } from '../fleet/index.ts'
import { findOpenMove, type MoveRow, markMoveEnded } from './store.ts'

interface MoveEndDeps {
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
}

interface MoveTaskDeps extends MoveEndDeps {
  readonly database: Database
  readonly suppliers: Suppliers
  readonly covers: Covers
}

/** A task ends this long before the deadline of its device's state, so that it settles the device first. */
const AHEAD_MS = 15_000
/** Left for a worker to record the end; the new phone goes to the erase job. */
const UNDO_MS = 10_000

const { newPhoneId } = phoneSwap

const UNCHANGED = '设备保持原样，数据没有变化'

/** A failure that is told by its own text. */
class MoveFailed extends Error {
  override readonly name = 'MoveFailed'
}

/** What a move of the same zone or of another says when its new phone, or its data, did not arrive. */
const texts = {
  replace: { boot: '新的云手机没有准备好', carry: '数据没有完整搬到新的云手机' },
  zone: { boot: crossRegionTexts.DEVICE_BACKING_UP, carry: crossRegionTexts.DEVICE_RECOVERING },
} as const

const describeFailure = (error: unknown): string => {
  if (error instanceof MoveFailed) return error.message
  const text = error instanceof AppError ? error.message : answerOf(failureOf(error)).text
  return `${text}，${UNCHANGED}`
}

/** Stock, space and a phone that is away have words of their own. */
const TOLD: ReadonlySet<string> = new Set(['noStock', 'noSpace', 'unsupported'])

const explain = (error: unknown, text: string): unknown =>
  error instanceof SupplierError && !TOLD.has(error.kind)
    ? new MoveFailed(`${text}，${UNCHANGED}`, { cause: error })
    : error

/** Another phone for a device: of its own zone, or of another. The phone before stays until the new one has everything. */
export const moveTasks = (deps: MoveTaskDeps): TaskDefinition[] => [
  defineTask({
    kind: 'replaceDevice',
    deadlineMs: deviceDeadlineMs.replacing - AHEAD_MS,
    undoMs: UNDO_MS,
    steps: moveSteps(deps, '准备新的云手机'),
    describeFailure,
    onEnd: endMove(deps),
  }),
  defineTask({
    kind: 'changeZone',
    deadlineMs: deviceDeadlineMs.changingZone - AHEAD_MS,
    undoMs: UNDO_MS,
    steps: moveSteps(deps, '在新区域准备云手机'),
    describeFailure,
    onEnd: endMove(deps),
  }),
]

const getMove = async ({ database: { db } }: MoveTaskDeps, { device }: StepContext): Promise<MoveRow> => {
  const move = await findOpenMove(db, device.id)
  if (!move) throw new Error(`device ${device.id} moves nowhere`)
  return move
}

const moveSteps = (deps: MoveTaskDeps, prepare: string): readonly TaskStep[] => [
  {
    name: prepare,
    weight: 3,
    run: async (context) => {
      const { kind, toZoneId } = await getMove(deps, context)
      const phone = { phoneId: newPhoneId(context.part), zoneId: toZoneId }
      await phoneSwap.provision(deps, context, phone).catch((error: unknown) => {
        throw explain(error, texts[kind].boot)
      })
    },
    isRefusal,
  },
  {
    name: '搬运应用和数据',
    weight: 6,
    run: async (context) => {
      const { kind, keepsData } = await getMove(deps, context)
      if (!keepsData) return
      await carry(deps, context).catch((error: unknown) => {
        throw explain(error, texts[kind].carry)
      })
    },
  },
  {
    name: '核对新的云手机',
    weight: 1,
    canCancel: false,
    run: async (context) => {
      const { kind } = await getMove(deps, context)
      const { device, part, signal } = context
      const health = await deps.suppliers.of(device.supplierType).health(newPhoneId(part), signal)
      if (health !== 'up') throw new MoveFailed(`${texts[kind].boot}，${UNCHANGED}`)
      // The cover shows the phone before.
      await deps.covers.delete(device.id)
    },
  },
]

const carry = async ({ suppliers }: MoveTaskDeps, { device, part, signal, progress }: StepContext): Promise<void> => {
  const supplier = suppliers.of(device.supplierType)
  if (!supplier.copyData) throw new SupplierError('unsupported', 'the supplier copies no data')
  // The phone of a stopped device is off.
  await supplier.switchPower?.(device.phoneId, true, signal)
  await supplier.copyData(device.phoneId, newPhoneId(part), signal, progress)
}

/** The device gets its new phone and zone; a move that failed gives stock and beans back, and leaves the device as it is. */
const endMove =
  (deps: MoveTaskDeps) =>
  async (tx: Tx, end: PartEnd): Promise<void> => {
    const { part, device, state } = end
    const hasMoved = state === 'succeeded'
    const move = await markMoveEnded(tx, device.id, { endedAt: deps.clock.now(), hasMoved })
    if (move && hasMoved) return completeMove(deps, tx, move, { part, device })
    await phoneSwap.discard(deps, tx, end)
    if (move) await giveBack(deps, tx, move)
  }

/** The unit held for the move is the device's from now on, and the one that it had stays with the phone before. */
export const completeMove = (
  deps: MoveEndDeps,
  tx: Tx,
  { toZoneId: zoneId }: MoveRow,
  end: Pick<PartEnd, 'part' | 'device'>,
): Promise<void> => phoneSwap.give(deps, tx, end, { zoneId, isByOwner: true, hasPlace: true })

/** Stock and beans of a move that failed. */
export const giveBack = async ({ clock }: Pick<MoveEndDeps, 'clock'>, tx: Tx, move: MoveRow): Promise<void> => {
  const { id, userId, deviceId, toZoneId: zoneId, configId, costBeans: amountCents } = move
  await returnStock(tx, { zoneId, configId, quantity: 1 })
  if (amountCents === 0) return
  const accounts = { from: { kind: 'revenue' }, to: { userId, kind: 'beans' } } as const
  await transfer(
    tx,
    { key: `move:${id}:refund`, reason: 'zoneChange', ...accounts, amountCents, deviceId },
    clock.now(),
  )
}
