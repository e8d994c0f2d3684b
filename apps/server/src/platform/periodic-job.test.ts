import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { runPeriodically } from './periodic-job.ts'

const collectLog = () => {
  const lines: { msg: string; job?: string }[] = []
  return { lines, log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

it('runs again after a failure, which it logs by the name of the job', async () => {
  const { lines, log } = collectLog()
  const run = vi.fn<() => Promise<void>>(async () => {}).mockRejectedValueOnce(new Error('no'))
  const job = runPeriodically({ name: 'some job', everyMs: 1, run }, log)
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1), 30_000)
  await job.close()
  expect(lines).toMatchObject([{ msg: 'periodic job failed', job: 'some job' }])
})

it('waits at its close for the round under way, and begins no other', async () => {
  const { log } = collectLog()
  const started = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const run = vi.fn<() => Promise<void>>(() => {
    started.resolve()
    return rest.promise
  })
  const job = runPeriodically({ name: 'some job', everyMs: 1, run }, log)
  await started.promise
  const closed = vi.fn<() => void>()
  const closing = job.close().then(closed)
  await Promise.resolve()
  expect(closed).not.toHaveBeenCalled()
  rest.resolve()
  await closing
  expect(run).toHaveBeenCalledTimes(1)
})

it('is closed although a round never ends', async () => {
  const { lines, log } = collectLog()
  const started = Promise.withResolvers<void>()
  const run = () => {
    started.resolve()
    return new Promise<void>(() => {})
  }
  const job = runPeriodically({ name: 'some job', everyMs: 1, run }, log, 1)
  await started.promise
  await job.close()
  expect(lines).toMatchObject([{ msg: 'periodic job still running at shutdown', job: 'some job' }])
})
