import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'

export interface CallMetrics {
  observe(path: string, code: number, milliseconds: number): void
  /** Prometheus text format. */
  expose(): Promise<string>
  readonly contentType: string
  /** For metrics of other parts of the server. */
  readonly registry: Registry
}

/** The library's own interval, 100 ms, would wake an idle server ten times a second. */
const UTILIZATION_EVERY_MS = 5000
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One registry per server, so that a process can run several. */
export const createMetrics = (): CallMetrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: UTILIZATION_EVERY_MS })
  const duration = new Histogram({
    name: 'yunji_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['path'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const answers = new Counter({
    name: 'yunji_call_answers_total',
    help: 'Answers by envelope code',
    labelNames: ['path', 'code'],
    registers: [registry],
  })
  return {
    observe(path, code, milliseconds) {
      duration.observe({ path }, milliseconds / 1000)
      answers.inc({ path, code })
    },
    expose: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
  }
}
