import type { Plugin } from 'vite'
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type TestProject, type WorkerRequest } from 'vitest/node'

type Listener = (...args: unknown[]) => void

/** Runs until the process is replaced, so that leftovers of mutants do not pile up. */
const RUNS = 100
/** Timeouts while a mutant runs; unchanged code has those of its configuration. */
const PATIENCE = { testTimeout: 90_000, hookTimeout: 60_000 }
/** Ends the process with Stryker's, which is killed when a mutant hangs. */
const END_WITH_PARENT = "process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))"
const MUTANT_ENV = { YUNJI_TEST_DEADLINE_MS: '6000' }

/** Reused from one mutant to the next, so that the server's modules are loaded once. */
let kept: { readonly forks: ForksPoolWorker; readonly mode: unknown; runs: number } | undefined

const modeOf = (project: TestProject): unknown => (project.getProvidedContext() as { mode?: unknown }).mode

/** A Vitest worker whose process is kept after the run. */
const createReusedWorker = (options: PoolOptions): PoolWorker => {
  const { project } = options
  const listeners: Array<readonly [event: string, listener: Listener]> = []
  const process = () => {
    if (!kept) throw new Error('the test process has not been started')
    return kept
  }
  const end = async () => {
    const { forks } = process()
    kept = undefined
    await forks.stop()
  }

  return {
    name: 'kept',
    cacheFs: true,
    start: async () => {
      const mode = modeOf(project)
      if (kept && kept.mode !== mode) await end()
      if (kept) return
      const env = mode === 'mutant' ? { ...options.env, ...MUTANT_ENV } : options.env
      const execArgv = [...options.execArgv, '--import', `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`]
      const forks = new ForksPoolWorker({ ...options, env, execArgv })
      kept = { forks, mode, runs: 0 }
      await forks.start()
      forks.on('exit', () => {
        if (kept?.forks === forks) kept = undefined
      })
    },
    on: (event, listener) => {
      listeners.push([event, listener])
      process().forks.on(event, listener)
    },
    off: (event, listener) => kept?.forks.off(event, listener),
    send: (message) => {
      if (message.type === 'stop') {
        const stopped = { type: 'stopped', __vitest_worker_response__: true }
        for (const [event, listener] of listeners) if (event === 'message') listener(stopped)
        return
      }
      process().forks.send(message.type === 'start' ? withPatience(message, modeOf(project)) : message)
    },
    deserialize: (data) => data,
    stop: async () => {
      if (!kept) return
      for (const [event, listener] of listeners) kept.forks.off(event, listener)
      kept.runs += 1
      if (kept.runs >= RUNS) await end()
    },
  }
}

const withPatience = (message: WorkerRequest & { type: 'start' }, mode: unknown): WorkerRequest => {
  if (mode !== 'mutant') return message
  const { context } = message
  return { ...message, context: { ...context, config: { ...context.config, ...PATIENCE } } }
}

/** Replaces the pool that Stryker sets, once the projects are resolved. */
export const reuseWorker = (): Plugin => ({
  name: 'reused-worker',
  configureVitest: ({ vitest, project }) => {
    Object.assign(project.config, { pool: 'kept', poolRunner: { name: 'kept', createPoolWorker: createReusedWorker } })
    vitest.onClose(async () => {
      await kept?.forks.stop()
    })
  },
})
