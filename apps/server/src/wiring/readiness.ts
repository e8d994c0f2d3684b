import type { Database } from '../platform/database.ts'
import type { Readiness } from '../platform/http/operations.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Draining } from '../shutdown.ts'

const PROBE_TIMEOUT_MS = 2000

export const createReadiness = (database: Database, objectStore: ObjectStore, draining: Draining): Readiness => {
  const probes: Record<string, () => Promise<unknown>> = {
    database: () => database.pool.query('select 1'),
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
