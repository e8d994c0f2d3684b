import { watchErrors } from '../../shared/platform/app/app-events'
import { systemClock } from '../../shared/platform/app/clock.ts'
import { session } from '../../shared/session/session.ts'
import { wantsToSaveData } from '../../shared/shell/preload.ts'

/** Delays after the page load; longer with data saving. */
const SOON_MS = 500
const LATER_MS = 3000

/** Loaded after the page, in a bundle of its own. */
export const startTelemetry = (): void => {
  watchErrors()
  const beginning = { atMs: systemClock(), userId: session.store.getState().userId }
  const load = () =>
    import('./telemetry.ts').then(({ runTelemetry: runPulse }) => runPulse(beginning)).catch(() => undefined)
  const plan = () => setTimeout(load, wantsToSaveData() ? LATER_MS : SOON_MS)
  if (document.readyState === 'complete') plan()
  else window.addEventListener('load', plan, { once: true })
}
