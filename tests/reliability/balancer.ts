import { setTimeout as delay } from 'node:timers/promises'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createWirePool, type WirePool } from '@yunji/testkit/wire-pool'
import type { Send } from './session-load.ts'

interface Backend {
  readonly pool: WirePool
  isReady: boolean
}

const PROBE_EVERY_MS = 50

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
      const answer = await backend.pool.send({ method: 'GET', path: sideRoutes.readyz.path }).catch(() => undefined)
      backend.isReady = answer?.status === 200
      await delay(PROBE_EVERY_MS)
    }
  }
  const send: Send = async (request) => {
    const ready = [...backends.values()].filter((backend) => backend.isReady)
    const chosen = ready[(turn += 1) % ready.length]
    if (!chosen) throw new Error('no server is ready')
    return chosen.pool.send(request)
  }
  const remove = (port: number): void => {
    backends.get(port)?.pool.close()
    backends.delete(port)
  }

  return {
    send,
    remove,
    readyCount: () => [...backends.values()].filter((backend) => backend.isReady).length,
    add(port: number): void {
      const backend = { pool: createWirePool(port), isReady: false }
      backends.set(port, backend)
      void probe(port, backend)
    },
    close: () => [...backends.keys()].forEach(remove),
  }
}

export type Balancer = ReturnType<typeof createBalancer>
