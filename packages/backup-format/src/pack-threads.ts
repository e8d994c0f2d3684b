import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { BackupDamaged } from './errors.ts'
import { memoryOf } from './free-buffer.ts'
import type { Input, Output, PackAnswer, PackTask, WorkName } from './pack-worker.ts'

const MAX_THREADS = 4

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<Output<WorkName>>>
}

/**
 * Threads that hash and compress, shared by all backups of the process and started with the first. They keep the loop of
 * the process free, and their memory out of its heap: collections for every few dozen megabytes cost a backup more than its
 * compression.
 */
const threads: Thread[] = []
let lastId = 0

const start = (): Thread => {
  const worker = new Worker(new URL('pack-worker.ts', import.meta.url))
  const thread: Thread = { worker, waiting: new Map() }
  const fail = (error: Error): void => {
    const at = threads.indexOf(thread)
    if (at >= 0) threads.splice(at, 1)
    for (const { reject } of thread.waiting.values()) reject(error)
    thread.waiting.clear()
  }
  worker.on('message', (answer: PackAnswer) => {
    const waiting = thread.waiting.get(answer.id)
    thread.waiting.delete(answer.id)
    if (thread.waiting.size === 0) worker.unref()
    if ('output' in answer) waiting?.resolve(answer.output)
    else waiting?.reject(answer.isDamaged ? new BackupDamaged(answer.error) : new Error(answer.error))
  })
  worker.on('error', (error) => fail(error as Error))
  worker.on('exit', () => fail(new Error('a thread of backups has ended')))
  threads.push(thread)
  return thread
}

const leastBusy = (): Thread => {
  const idle = threads.find(({ waiting }) => waiting.size === 0)
  if (idle) return idle
  if (threads.length < Math.min(MAX_THREADS, availableParallelism())) return start()
  return threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least))
}

export const runInThread = async <Name extends WorkName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
  const { worker, waiting } = leastBusy()
  const id = ++lastId
  const done = Promise.withResolvers<Output<WorkName>>()
  worker.postMessage({ id, name, input } satisfies PackTask<Name>, memoryOf(input))
  waiting.set(id, done)
  worker.ref()
  return (await done.promise) as Output<Name>
}

/** Memory for threads and this one. Memory that moves between them instead counts as new for the collector each time. */
export const allocateShared = (bytes: number): Buffer<SharedArrayBuffer> => Buffer.from(new SharedArrayBuffer(bytes))
