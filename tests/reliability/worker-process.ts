import { type ChildProcess, spawn } from 'node:child_process'
import { eventually } from '@yunji/testkit/eventually'

/** Guards against hanging only. */
const START_DEADLINE_MS = 120_000

/** Starts a worker that prints `ready`. It is among `workers` from its beginning, so that it is ended whatever happens. */
export const startWorkerProcess = async (
  workers: Set<ChildProcess>,
  script: string,
  ...args: readonly string[]
): Promise<ChildProcess> => {
  const worker = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers.add(worker)
  let said = ''
  worker.stdout.on('data', (chunk) => (said += chunk))
  const isReady = (): void => {
    if (!said.includes('ready')) throw new Error('the worker is not ready')
  }
  await eventually(isReady, { deadlineMs: START_DEADLINE_MS, everyMs: 20 })
  return worker
}
