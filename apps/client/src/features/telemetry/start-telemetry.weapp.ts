import { watchErrors } from '../../shared/platform/app/app-events'
import { systemClock } from '../../shared/platform/app/clock.ts'
import { session } from '../../shared/session/session.ts'
import { runTelemetry } from './telemetry.ts'

/** A mini-program comes in whole packages: nothing is late. */
export const startTelemetry = (): void => {
  watchErrors()
  runTelemetry({ atMs: systemClock(), userId: session.store.getState().userId })
}
