import type { DeviceState } from '@yunji/contract/device/states'
import { deviceMachine } from '@yunji/contract/machines/device'
import { deadlineOf } from '@yunji/contract/machines/machine'
import { later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { DeviceRow } from './store.ts'
import { hasReachedDeadline, hasUsedUpItsTime, transition } from './transitions.ts'
import { type DeviceWork, ERASE_JOB, type PhoneErasure, WORK_JOB, type WorkDeps } from './work.ts'

/** A device is declared broken this long before its deadline, so that it never stands beyond it. */
const AHEAD_MS = 10_000

const states = Object.keys(deviceMachine.states) as DeviceState[]

/** Lets what is due happen: every state that has lasted too long ends, and used-up time expires. Any process may do it. */
export const sweepDevices =
  ({ database: { db }, clock }: Pick<WorkDeps, 'database' | 'clock'>, jobs: Jobs) =>
  async (): Promise<void> => {
    const now = clock.now()
    for (const state of states) {
      const deadline = deadlineOf(deviceMachine, state)
      if (!deadline) continue
      const moment = deadline.event === 'breakDown' ? later(now, AHEAD_MS) : now
      await db.transaction(async (tx) => {
        const moved = await transition(tx, deadline.event, now, hasReachedDeadline(state, moment))
        for (const device of moved) await followUp(tx, jobs, device)
      })
    }
    await db.transaction((tx) => transition(tx, 'expire', now, hasUsedUpItsTime(now)))
  }

const followUp = async (tx: Tx, jobs: Jobs, { id, state, stateCount, supplierType, phoneId }: DeviceRow) => {
  if (state === 'replacing') await jobs.add<DeviceWork>(tx, WORK_JOB, { deviceId: id, stateCount, work: 'replace' })
  if (state === 'released') await jobs.add<PhoneErasure>(tx, ERASE_JOB, { supplierType, phoneId })
}
