import type { ClockCheck } from '../platform/clock-check.ts'
import type { Database } from '../platform/database.ts'
import type { Readiness } from '../platform/http/operations.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Draining } from '../shutdown.ts'

const PROBE_TIMEOUT_MS = 2000

interface Probed {
  readonly database: Database
  readonly clockCheck: ClockCheck
  readonly objectStore: ObjectStore
  readonly draining: Draining
}

export const createReadiness = ({ database, clockCheck, objectStore, draining }: Probed): Readiness => {
  const probes: Record<string, () => Promise<unknown>> = {
    database: () => database.pool.query('select 1'),
    clock: () => assertClock(clockCheck),
    objectStore: () => objectStore.probe(),
  }
  return {
    async missing() {
      if (draining.isOn) return ['draining']
      const results = await Promise.all(
        Object.entries(probes).map(async ([name, probe]) => ((await answersInTime(probe())) ? null : name)),
      )
      return results.filter((name) => name !== null)
    },
  }
}

/** A database that does not answer is reported by its own check and says nothing about the clock. */
export const assertClock = async (check: ClockCheck): Promise<void> => {
  if (!(await check.isRight().catch(() => true))) throw new Error('the clock differs from the database')
}

const answersInTime = (probe: Promise<unknown>): Promise<boolean> => {
  const timedOut = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref()
  })
  return Promise.race([
    probe.then(
      () => true,
      () => false,
    ),
    timedOut,
  ])
}
