import { setTimeout as delay } from 'node:timers/promises'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createConnectionPool, type RawConnectionPool } from '@yunji/testkit/raw-connection'
import type { Send } from './session-load.ts'

interface Backend {
  readonly pool: RawConnectionPool
  isReady: boolean
  /** Vain probes in a row. */
  failures: number
  /** Its last answer to whether it is ready. */
  said: string
}

const PROBE_EVERY_MS = 50
/** A busy server may miss a probe; one that says it goes is believed at once. */
const FAILURES = 5

/**
 * What stands before the servers in production, as small as it can be: it asks each one whether it is ready, sends
 * requests in turn to those that are, keeps connections open and drops one when its server says so. It never repeats a
 * request, so every fault of a server shows.
 */
export const createBalancer = () => {
  const backends = new Map<number, Backend>()
  let turn = 0

  const probe = async (port: number, backend: Backend): Promise<void> => {
    while (backends.get(port) === backend) {
      const answer = await backend.pool
        .send({ method: 'GET', path: sideRoutes.readyz.path })
        .catch((error: unknown) => String(error))
      const isWell = typeof answer !== 'string' && answer.status === 200
      backend.said = typeof answer === 'string' ? answer : answer.body
      backend.failures = isWell ? 0 : backend.failures + 1
      if (isWell) backend.isReady = true
      else if (backend.said.includes('draining') || backend.failures >= FAILURES) backend.isReady = false
      await delay(PROBE_EVERY_MS)
    }
  }
  const pickPort = (): number => {
    const ready = [...backends].flatMap(([port, { isReady }]) => (isReady ? port : []))
    const chosen = ready[(turn += 1) % ready.length]
    if (chosen === undefined) {
      throw new Error(`no server is ready: ${[...backends.values()].map(({ said }) => said).join(', ')}`)
    }
    return chosen
  }
  const send: Send = async (request) => (backends.get(pickPort()) as Backend).pool.send(request)
  const remove = (port: number): void => {
    backends.get(port)?.pool.close()
    backends.delete(port)
  }

  return {
    send,
    /** For what is not a request and an answer; whoever is cut off picks again. */
    pickPort,
    remove,
    readyCount: () => [...backends.values()].filter((backend) => backend.isReady).length,
    add(port: number): void {
      const backend = { pool: createConnectionPool(port), isReady: false, failures: 0, said: 'nothing yet' }
      backends.set(port, backend)
      void probe(port, backend)
    },
    close: () => [...backends.keys()].forEach(remove),
  }
}

export type Balancer = ReturnType<typeof createBalancer>
