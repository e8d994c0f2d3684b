import { setTimeout as delay } from 'node:timers/promises'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createConnectionPool, type RawConnectionPool } from '@yunji/testkit/raw-connection'
import type { Send } from './session-load.ts'

interface Backend {
  readonly pool: RawConnectionPool
  isReady: boolean
  /** Failed probes in a row. */
  failures: number
  /** Last answer of `/readyz`. */
  said: string
}

const PROBE_EVERY_MS = 50
/** A busy server may miss a probe; a 503 counts immediately. */
const FAILURES = 5

/**
 * A minimal load balancer: probes `/readyz`, sends requests round-robin to ready servers over kept connections, and closes
 * a connection when its server asks for it. Requests are never retried, so every fault of a server shows.
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
    /** For sockets; after a cut, the client picks again. */
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
