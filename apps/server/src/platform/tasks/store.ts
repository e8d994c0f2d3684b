import { type TaskEvent, type TaskState, taskMachine } from '@yunji/contract/devices/task/rules'
import { statesAccepting } from '@yunji/contract/machine'
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { devices } from '../../tables/devices.ts'
import { taskParts, tasks } from '../../tables/tasks.ts'
import { DAY_MS } from '../clock.ts'
import { type Db, inChunks, type Tx } from '../database.ts'
import type { PartRow, TaskDevice } from './definition.ts'

export type TaskRow = typeof tasks.$inferSelect

/** Claim of a worker on a part; `attempt` distinguishes it from later claims. */
export interface Claim {
  readonly partId: number
  readonly attempt: number
}

/** The part was taken over or is over: writes of this worker have no effect. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

const isClaimed = ({ partId, attempt }: Claim) =>
  and(eq(taskParts.id, partId), eq(taskParts.attempt, attempt), eq(taskParts.state, 'working'))

export const insertTask = async (tx: Tx, task: typeof tasks.$inferInsert): Promise<number> => {
  const [inserted] = await tx.insert(tasks).values(task).returning({ id: tasks.id })
  if (!inserted) throw new Error('a task was not written')
  return inserted.id
}

export const insertParts = (tx: Tx, parts: readonly (typeof taskParts.$inferInsert)[]): Promise<{ partId: number }[]> =>
  inChunks(parts, (chunk) => tx.insert(taskParts).values(chunk).returning({ partId: taskParts.id }))

export const findPart = async (tx: Tx | Db, partId: number): Promise<PartRow | undefined> => {
  const [part] = await tx.select().from(taskParts).where(eq(taskParts.id, partId))
  return part
}

export const listParts = (tx: Tx | Db, taskIds: readonly number[]): Promise<PartRow[]> =>
  tx
    .select()
    .from(taskParts)
    .where(inArray(taskParts.taskId, [...taskIds]))
    .orderBy(asc(taskParts.id))

/** Which states the parts of a task have: few rows, however many devices it is about. */
export const listPartStates = (tx: Tx, taskId: number): Promise<{ state: TaskState }[]> =>
  tx.selectDistinct({ state: taskParts.state }).from(taskParts).where(eq(taskParts.taskId, taskId))

export const getDevice = async (db: Db, deviceId: number): Promise<TaskDevice> => {
  const [device] = await db.select().from(devices).where(eq(devices.id, deviceId))
  if (!device) throw new Error(`no device ${deviceId}`)
  return device
}

/** Lock order: devices, then the task, then its parts; any other order can deadlock. */
export const lockDevices = (tx: Tx, deviceIds: readonly number[]): Promise<TaskDevice[]> =>
  tx
    .select()
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))
    .orderBy(asc(devices.id))
    .for('update')

export const lockTask = async (tx: Tx, taskId: number): Promise<TaskRow | undefined> => {
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update')
  return task
}

/** Claims a part, for the first time or after another worker; undefined when it is over. */
export const claimPart = async (tx: Tx, partId: number, deadlineAt: Date): Promise<PartRow | undefined> => {
  const [part] = await tx
    .update(taskParts)
    .set({
      state: 'working',
      attempt: sql`${taskParts.attempt} + 1`,
      // The deadline of the whole task replaces that of the queue.
      deadlineAt,
    })
    .where(and(eq(taskParts.id, partId), inArray(taskParts.state, ['waiting', 'working'])))
    .returning()
  return part
}

type Change = Partial<Pick<PartRow, 'direction' | 'step' | 'data' | 'progress' | 'endsAs' | 'reason'>>

/** Every write of a worker passes here: without a valid claim it writes nothing and throws `ClaimLost`. */
export const writePart = async (tx: Tx | Db, claim: Claim, change: Change): Promise<PartRow> => {
  const [part] = await tx.update(taskParts).set(change).where(isClaimed(claim)).returning()
  if (!part) throw new ClaimLost(`part ${claim.partId} is not worked on here any more`)
  return part
}

/** Monotonic: a late write of an earlier progress changes nothing. */
export const raiseProgress = async (tx: Tx, claim: Claim, progress: number): Promise<boolean> => {
  const raised = await tx
    .update(taskParts)
    .set({ progress })
    .where(and(isClaimed(claim), sql`${taskParts.progress} < ${progress}`))
    .returning({ id: taskParts.id })
  return raised.length > 0
}

const eventOf: Readonly<Record<'succeeded' | 'failed' | 'interrupted', TaskEvent>> = {
  succeeded: 'finish',
  failed: 'fail',
  interrupted: 'interrupt',
}

interface Ending {
  readonly partId: number
  /** Attempt of the worker that ends it; absent when ended from outside. */
  readonly attempt?: number | undefined
  readonly state: keyof typeof eventOf
  readonly reason: string
  readonly isCancelled?: boolean
  /** Ends it only if its deadline is not after this: a worker may have claimed it meanwhile. */
  readonly dueBy?: Date | undefined
  readonly endedAt: Date
}

/** A part ends once: of two concurrent ends exactly one takes effect. */
export const closePart = async (tx: Tx, ending: Ending): Promise<PartRow | undefined> => {
  const { partId, attempt, state, reason, isCancelled, dueBy, endedAt } = ending
  const [part] = await tx
    .update(taskParts)
    .set({
      state,
      reason,
      endedAt,
      ...(state === 'succeeded' && { progress: 100 }),
      ...(isCancelled && { isCancelled }),
    })
    .where(
      and(
        eq(taskParts.id, partId),
        inArray(taskParts.state, [...statesAccepting(taskMachine, eventOf[state])]),
        attempt === undefined ? undefined : eq(taskParts.attempt, attempt),
        dueBy && lte(taskParts.deadlineAt, dueBy),
      ),
    )
    .returning()
  return part
}

export const writeTaskState = async (tx: Tx, taskId: number, state: TaskState, endedAt: Date | null): Promise<void> => {
  await tx.update(tasks).set({ state, endedAt }).where(eq(tasks.id, taskId))
}

/** Marks working parts in a cancellable step; their workers react. */
export const markCancelled = (tx: Tx, taskId: number, steps: readonly number[]): Promise<{ id: number }[]> =>
  steps.length === 0
    ? Promise.resolve([])
    : tx
        .update(taskParts)
        .set({ isCancelled: true })
        .where(
          and(
            eq(taskParts.taskId, taskId),
            eq(taskParts.state, 'working'),
            eq(taskParts.direction, 'forward'),
            eq(taskParts.isCancelled, false),
            inArray(taskParts.step, [...steps]),
          ),
        )
        .returning({ id: taskParts.id })

/** NOTIFY channel of cancelled parts, to workers in any process. */
export const CANCEL_CHANNEL = 'task_cancelled'

export const notifyCancelled = async (tx: Tx, partId: number): Promise<void> => {
  await tx.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${String(partId)})`)
}

export const findCancelled = async (db: Db, partIds: readonly number[]): Promise<number[]> => {
  if (partIds.length === 0) return []
  const found = await db
    .select({ id: taskParts.id })
    .from(taskParts)
    .where(and(inArray(taskParts.id, [...partIds]), eq(taskParts.isCancelled, true)))
  return found.map(({ id }) => id)
}

export const listOverdueParts = (db: Db, now: Date, limit: number, last?: PartRow): Promise<PartRow[]> =>
  db
    .select()
    .from(taskParts)
    .where(
      and(
        isNull(taskParts.endedAt),
        lte(taskParts.deadlineAt, now),
        last && sql`(${taskParts.deadlineAt}, ${taskParts.id}) > (${last.deadlineAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(asc(taskParts.deadlineAt), asc(taskParts.id))
    .limit(limit)

export const listOpenPartsOf = (tx: Tx, deviceIds: readonly number[]): Promise<PartRow[]> =>
  deviceIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(taskParts)
        .where(and(isNull(taskParts.endedAt), inArray(taskParts.deviceId, [...deviceIds])))
        .orderBy(asc(taskParts.id))

/** Retention after the end. */
export const TASKS_KEPT_MS = 90 * DAY_MS

/** Deletes the tasks of an erased account; the parts cascade. The caller has waited for open ones. */
export const eraseTasks = async (tx: Tx, ownerId: number): Promise<void> => {
  await tx.delete(tasks).where(and(eq(tasks.ownerId, ownerId), isNotNull(tasks.endedAt)))
}
