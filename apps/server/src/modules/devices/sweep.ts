import type { DeviceState } from '@yunji/contract/device/states'
import { deviceMachine } from '@yunji/contract/machines/device'
import { deadlineOf } from '@yunji/contract/machines/machine'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Tasks } from '../../platform/tasks/tasks.ts'
import { afterRelease } from './release.ts'
import type { DeviceRow } from './store.ts'
import { hasReachedDeadline, hasUsedUpItsTime, transition } from './transitions.ts'

/** A device is declared broken this long before its deadline, so that it never stands beyond it. */
const AHEAD_MS = 10_000

interface SweepDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly tasks: Tasks
}

const states = Object.keys(deviceMachine.states) as DeviceState[]

/** Lets what is due happen: every state that has lasted too long ends, and used-up time expires. Any process may do it. */
export const sweepDevices = (deps: SweepDeps) => async (): Promise<void> => {
  const {
    database: { db },
    clock,
    tasks,
  } = deps
  const now = clock.now()
  for (const state of states) {
    const deadline = deadlineOf(deviceMachine, state)
    if (!deadline) continue
    const moment = deadline.event === 'breakDown' ? later(now, AHEAD_MS) : now
    await db.transaction(async (tx) => {
      const moved = await transition(tx, deadline.event, now, hasReachedDeadline(state, moment))
      await tasks.abandon(
        tx,
        moved.map(({ id }) => id),
      )
      for (const device of moved) await followUp(deps, tx, device)
    })
  }
  await db.transaction((tx) => transition(tx, 'expire', now, hasUsedUpItsTime(now)))
}

const followUp = async ({ jobs, tasks }: SweepDeps, tx: Tx, device: DeviceRow): Promise<void> => {
  const { state, ownerId } = device
  if (state === 'replacing')
    await tasks.begin(tx, { kind: 'replace', ownerId, devices: [{ device, before: 'faulty' }] })
  if (state === 'released') await afterRelease(tx, jobs, device)
}
