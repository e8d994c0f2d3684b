import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { untilAborted } from '../abort.ts'
import type { Database } from '../database.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'
import type { Job } from '../jobs.ts'
import { SupplierError } from '../supplier.ts'
import {
  definitionOf,
  type PartRow,
  progressAt,
  REFUSED,
  type StepContext,
  type TaskDefinition,
  type TaskDevice,
} from './definition.ts'
import { afterWork } from './device-port.ts'
import { type EndDeps, endPart } from './end-part.ts'
import { createProgress } from './progress.ts'
import { createStepAbort, type StepAbort, type StopReason } from './step-abort.ts'
import {
  type Claim,
  ClaimLost,
  claimPart,
  findPart,
  getDevice,
  lockTask,
  raiseProgress,
  type TaskRow,
  writePart,
  writeTaskState,
} from './store.ts'

export interface WorkerDeps extends EndDeps {
  readonly database: Database
  readonly log: Logger
  /** Aborted when the process ends: running work is left to another process. */
  readonly closing: AbortSignal
}

export interface PartJob {
  readonly partId: number
}

export const PART_JOB = { name: 'task.part' } as const
/** Has a queue of its own: many large files hold up no restart. */
export const BESIDE_JOB = { name: 'task.besidePart' } as const

/** Silence after which a worker counts as dead; with the search interval, work is idle for 20 s at most. */
const HEARTBEAT_SECONDS = 10
/** Practically unlimited: the deadline of a part ends the retries. */
const RETRY_LIMIT = 10_000
const EXPIRE_SECONDS = 12 * 60 * 60
const CONCURRENCY = 16
const BESIDE_CONCURRENCY = 8
/** Wait for an aborted step, so that it does not run beside its undo. */
const STOP_GRACE_MS = 5000
const UNDO_RETRY_MS = 1000
const HEALTH_TIMEOUT_MS = 5000

const NEVER = new AbortController().signal

const TOO_LATE = '未能在规定时间内完成'
const CANCELLED = '已取消'

/** State of one run of a part. */
interface Run {
  readonly task: TaskRow
  readonly device: TaskDevice
  readonly definition: TaskDefinition
  readonly claim: Claim
  readonly stopper: StepAbort
  part: PartRow
}

const logFields = ({ definition, part }: Pick<Run, 'definition' | 'part'>) => ({
  task: definition.kind,
  taskId: part.taskId,
  deviceId: part.deviceId,
})

/** The work failed, not the write of its result. */
class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

/** Makes the queue give the part to another worker. */
class LeftToOtherWorker extends Error {
  override readonly name = 'LeftToOtherWorker'
}

export const createWorker = (deps: WorkerDeps) => {
  const {
    database: { db },
    clock,
    log,
    live,
  } = deps
  const running = new Map<number, StepAbort>()

  const claim = (partId: number) =>
    db.transaction(async (tx) => {
      const known = await findPart(tx, partId)
      const task = known && (await lockTask(tx, known.taskId))
      // Before the claim: a kind that only a newer version knows is left to that version.
      const definition = task && definitionOf(deps.definitions, task.kind)
      const part = task && (await claimPart(tx, partId, task.deadlineAt))
      if (!part || !definition) return undefined
      if (task.state === 'waiting') await writeTaskState(tx, task.id, 'working', null)
      await live.notify(tx, task.ownerId, { taskId: task.id })
      return { task, part, definition }
    })

  const save = async (run: Run, change: Parameters<typeof writePart>[2]): Promise<void> => {
    run.part = await db.transaction(async (tx) => {
      const part = await writePart(tx, run.claim, change)
      await live.notify(tx, run.task.ownerId, { taskId: run.task.id })
      return part
    })
  }

  const saveProgress = (run: Run) => (progress: number) =>
    db.transaction(async (tx) => {
      if (await raiseProgress(tx, run.claim, progress)) await live.notify(tx, run.task.ownerId, { taskId: run.task.id })
    })

  const contextOf = (
    { task, device, part, stopper, definition }: Run,
    report: (progress: number) => void,
  ): StepContext => ({
    device,
    part,
    key: `task-${part.taskId}-${part.id}-${part.step}`,
    input: task.input,
    data: part.data,
    userId: task.ownerId,
    signal: stopper.signal,
    progress: (percent) => report(progressAt(definition, part.step, percent)),
  })

  /** Runs the next step and records its end. */
  const advance = async (run: Run): Promise<void> => {
    const step = run.definition.steps[run.part.step]
    if (!step) throw new Error(`no step ${run.part.step} of ${run.definition.kind}`)
    const progress = createProgress(saveProgress(run))
    try {
      const kept = await untilStopped(run.stopper, step.run(contextOf(run, progress.report))).catch(
        (error: unknown) => {
          throw new StepFailed(step.name, { cause: error })
        },
      )
      await progress.close()
      await save(run, {
        step: run.part.step + 1,
        data: { ...run.part.data, ...kept },
        progress: progressAt(run.definition, run.part.step + 1, 0),
      })
    } finally {
      await progress.close()
    }
  }

  /** Runs all remaining steps; returns the stop reason or the error otherwise. */
  const runSteps = async (run: Run): Promise<{ stopped?: StopReason; error?: unknown }> => {
    const { steps } = run.definition
    run.stopper.stopAfter(run.part.deadlineAt.getTime() - clock.now().getTime() - run.definition.undoMs)
    try {
      while (run.part.step < steps.length) {
        // Set only before a cancellable step, so the next one has not begun.
        if (run.part.isCancelled) run.stopper.stop('cancelled')
        run.stopper.signal.throwIfAborted()
        await advance(run)
      }
      return {}
    } catch (error) {
      if (error instanceof ClaimLost) return { stopped: 'lost' }
      if (run.stopper.reason) return { stopped: run.stopper.reason }
      if (error instanceof StepFailed && !isOwnFailure(error.cause)) return { error: error.cause }
      throw new LeftToOtherWorker('the database is away', { cause: error })
    }
  }

  const beginUndo = async (run: Run, stopped: StopReason | undefined, error: unknown): Promise<void> => {
    const { definition, part } = run
    if (error !== undefined) log.warn({ ...logFields(run), step: part.step, err: error }, 'task step failed')
    const reason = stopped === 'cancelled' ? CANCELLED : stopped ? TOO_LATE : definition.describeFailure(error)
    const isRefused = error !== undefined && definition.steps[part.step]?.isRefusal?.(error) === true
    await save(run, {
      direction: 'back',
      endsAs: stopped ? 'interrupted' : 'failed',
      reason,
      // Includes the step under way, whose effect is unknown, unless it was refused.
      step: isRefused ? part.step : Math.min(part.step + 1, definition.steps.length),
      ...(isRefused && part.step === 0 && { data: { ...part.data, ...REFUSED } }),
    })
  }

  /** Undoes steps in reverse order until the deadline; true when all are undone. */
  const undoSteps = async (run: Run, stopper: StepAbort): Promise<boolean> => {
    const { steps } = run.definition
    stopper.stopAfter(run.part.deadlineAt.getTime() - clock.now().getTime())
    while (run.part.step > 0 && !stopper.isLate()) {
      const index = run.part.step - 1
      const { device, part, task } = run
      const key = `task-${part.taskId}-${part.id}-${index}`
      const { signal } = stopper
      const context = { device, part, key, input: task.input, data: part.data, userId: task.ownerId, signal }
      try {
        await untilAborted(signal, steps[index]?.undo?.(context) ?? Promise.resolve())
      } catch (error) {
        if (stopper.isLate()) break
        if (stopper.reason) throw new LeftToOtherWorker(stopper.reason)
        log.warn({ ...logFields(run), step: index, err: error }, 'task step undo failed')
        await delay(UNDO_RETRY_MS, undefined, { signal: stopper.signal }).catch(() => undefined)
        continue
      }
      await save(run, { step: index })
    }
    return run.part.step === 0
  }

  const finish = (run: Run) =>
    db.transaction((tx) =>
      endPart(deps, tx, {
        part: run.part,
        attempt: run.claim.attempt,
        state: 'succeeded',
        reason: '',
        into: afterWork(run.part.deviceStateBefore, 'up'),
        isUndone: false,
      }),
    )

  const endUnsuccessful = async (run: Run, isUndone: boolean): Promise<void> => {
    const health = await deps.devices.health(
      run.device,
      AbortSignal.any([AbortSignal.timeout(HEALTH_TIMEOUT_MS), deps.closing]),
    )
    if (deps.closing.aborted) throw new LeftToOtherWorker('closing')
    await db.transaction((tx) =>
      endPart(deps, tx, {
        part: run.part,
        attempt: run.claim.attempt,
        state: run.part.endsAs ?? 'failed',
        reason: run.part.reason,
        into: afterWork(run.part.deviceStateBefore, health),
        isUndone,
      }),
    )
  }

  const runClaimed = async (run: Run, jobSignal: AbortSignal): Promise<void> => {
    if (run.part.direction === 'forward') {
      const { stopped, error } = await runSteps(run)
      if (stopped === 'closing') throw new LeftToOtherWorker(stopped)
      if (stopped === 'lost') return
      if (!stopped && error === undefined) return void (await finish(run))
      await beginUndo(run, stopped, error)
    }
    const stopper = createStepAbort(deps.closing, jobSignal)
    try {
      await endUnsuccessful(run, await undoSteps(run, stopper))
    } finally {
      stopper.end()
    }
  }

  const runPart = async ({ partId }: PartJob, jobSignal: AbortSignal = NEVER): Promise<void> => {
    const taken = await claim(partId)
    if (!taken) return
    const { task, part, definition } = taken
    const device = await getDevice(db, part.deviceId)
    const stopper = createStepAbort(deps.closing, jobSignal)
    const claimed = { partId, attempt: part.attempt }
    running.set(partId, stopper)
    try {
      await runClaimed({ task, part, device, definition, claim: claimed, stopper }, jobSignal)
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error
      log.warn(logFields(taken), 'task lease lost to another worker')
    } finally {
      if (running.get(partId) === stopper) running.delete(partId)
      stopper.end()
    }
  }

  const common = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: RETRY_LIMIT,
    retryDelaySeconds: 1,
    expireSeconds: EXPIRE_SECONDS,
    run: runPart,
  }
  const jobs: readonly Job<PartJob>[] = [
    { ...PART_JOB, ...common, concurrency: CONCURRENCY },
    { ...BESIDE_JOB, ...common, concurrency: BESIDE_CONCURRENCY },
  ]
  return {
    jobs,
    /** Parts in work in this process. */
    partIds: (): number[] => [...running.keys()],
    cancel: (partId: number): void => running.get(partId)?.stop('cancelled'),
  }
}

/** An unreachable phone has the error codes of an unreachable database, but is a result. */
const isOwnFailure = (error: unknown): boolean => !(error instanceof SupplierError) && isDatabaseUnavailable(error)

/**
 * Waits for an aborted step that is to be undone, within a limit; not when the process ends or another worker has taken
 * over.
 */
const untilStopped = async <Result>(stopper: StepAbort, working: Promise<Result>): Promise<Result> => {
  try {
    return await untilAborted(stopper.signal, working)
  } catch (error) {
    const isToBeUndone = stopper.reason === 'cancelled' || stopper.reason === 'late'
    if (isToBeUndone)
      await Promise.race([working.catch(() => undefined), delay(STOP_GRACE_MS, undefined, { ref: false })])
    throw error
  }
}
