import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadOptions } from './load-worker.ts'

const WORKER = fileURLToPath(new URL('load-worker.ts', import.meta.url))

/** Ends when all requests are answered; a wrong answer is an error, so that nothing fast but broken is measured. */
export const runLoad = async (order: LoadOptions): Promise<void> => {
  const worker = spawn(process.execPath, [WORKER], { stdio: ['pipe', 'inherit', 'inherit'] })
  worker.stdin.end(JSON.stringify(order))
  const [code] = (await once(worker, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the load did not get its answers')
}
