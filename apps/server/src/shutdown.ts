import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** Set while the process shuts down: readiness fails for the balancer, and responses close their connections. */
export interface Draining {
  readonly isOn: boolean
  begin(): void
}

export const createDraining = (): Draining => {
  let isOn = false
  return {
    get isOn() {
      return isOn
    },
    begin: () => {
      isOn = true
    },
  }
}

/** While draining, each response carries `Connection: close`, so that none is cut with a request on it. */
export const addConnectionClosing = (app: FastifyInstance, draining: Draining): void => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.isOn) reply.header('connection', 'close')
    done(null, payload)
  })
}

export interface Closable {
  readonly name: string
  close(): Promise<unknown>
}

/**
 * Shuts down in order: fail readiness, keep serving until the balancer has noticed, stop listening, finish running
 * requests, then close their dependencies. A failure does not keep the rest open.
 */
export const shutDown = async (
  draining: Draining,
  drainSeconds: number,
  log: Logger,
  parts: readonly Closable[],
): Promise<void> => {
  draining.begin()
  if (drainSeconds > 0) await delay(drainSeconds * 1000)
  for (const part of parts) {
    try {
      await part.close()
    } catch (error) {
      log.error({ err: error, part: part.name }, 'shutdown of a component failed')
    }
  }
}
