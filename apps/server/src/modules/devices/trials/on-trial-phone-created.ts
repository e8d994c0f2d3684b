import { TRIAL_MS } from '@yunji/contract/configuration/guide/rules'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { releaseDevice } from '../fleet/index.ts'
import { deleteTrial, startTrial } from './store.ts'

interface Deps {
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
}

/** Starts the time of a trial when its phone can be used. A phone that was not created gives the claim back. */
export const onTrialPhoneCreated =
  ({ clock, jobs }: Deps) =>
  async (tx: Tx, { device, state, isRefused }: PartEnd): Promise<void> => {
    if (!device.isTrial) return
    const now = clock.now()
    if (state === 'succeeded') return startTrial(tx, device.id, now, later(now, TRIAL_MS))
    await releaseDevice(tx, jobs, device.id, now, { hasPhone: !isRefused })
    await deleteTrial(tx, device.id)
  }
