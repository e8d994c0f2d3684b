import { systemClock } from '../../shared/platform/clock.ts'
import { watchErrors } from '../../shared/platform/watch-errors'
import { session } from '../../shared/session/session.ts'
import { runPulse } from './pulse.ts'

/** A mini-program comes in whole packages: nothing is late. */
export const startPulse = (): void => {
  watchErrors()
  runPulse({ atMs: systemClock(), userId: session.store.getState().userId })
}
