import { setTimeout as delay } from 'node:timers/promises'
import { limitConcurrency } from './concurrency.ts'
import {
  type Batch,
  type OnStage,
  type PhoneCommand,
  type PhoneResult,
  type Supplier,
  SupplierError,
} from './supplier.ts'

const POLL_MS = 1000

/**
 * Runs a command on any number of phones of one supplier, in its batch size and concurrency, and polls asynchronous work.
 * Every phone has a result: a timeout where none arrives before the signal.
 */
export const runOnPhones = async (
  supplier: Supplier,
  command: PhoneCommand,
  phoneIds: readonly string[],
  signal: AbortSignal,
  onStage?: OnStage,
): Promise<ReadonlyMap<string, SupplierError | undefined>> => {
  const { commands, batchLimit, concurrency } = supplier.capabilities
  const results = new Map<string, SupplierError | undefined>()
  if (!commands.has(command.kind)) return failAll(phoneIds, new SupplierError('unsupported', command.kind))
  const limited = limitConcurrency(concurrency)
  await Promise.all(
    chunk(phoneIds, batchLimit).map((batch) =>
      limited(async () => {
        for (const [phoneId, error] of await runBatch(supplier, command, batch, signal, onStage))
          results.set(phoneId, error)
      }),
    ),
  )
  return results
}

const runBatch = async (
  supplier: Supplier,
  command: PhoneCommand,
  phoneIds: readonly string[],
  signal: AbortSignal,
  onStage: OnStage | undefined,
): Promise<ReadonlyMap<string, SupplierError | undefined>> => {
  const found = new Map<string, SupplierError | undefined>()
  const take = (results: readonly PhoneResult[]): void => {
    for (const { phoneId, error } of results) found.set(phoneId, error)
  }
  try {
    await followBatch(supplier, await supplier.run(command, phoneIds, signal, onStage), take, signal)
  } catch (error) {
    const failure = error instanceof SupplierError ? error : asFailure(error, signal)
    for (const phoneId of phoneIds) if (!found.has(phoneId)) found.set(phoneId, failure)
  }
  for (const phoneId of phoneIds) {
    if (!found.has(phoneId))
      found.set(phoneId, new SupplierError('lost', 'the supplier reported nothing for this phone'))
  }
  return found
}

const followBatch = async (
  supplier: Supplier,
  batch: Batch,
  take: (results: readonly PhoneResult[]) => void,
  signal: AbortSignal,
): Promise<void> => {
  if (batch.kind === 'done') return take(batch.results)
  for (;;) {
    const { isOver, results } = await supplier.findTask(batch.taskId)
    take(results)
    if (isOver) return
    await delay(POLL_MS, undefined, { signal })
  }
}

const asFailure = (error: unknown, signal: AbortSignal): SupplierError =>
  signal.aborted
    ? new SupplierError('timeout', 'not done in time', { cause: error })
    : new SupplierError('commandFailed', 'the supplier failed', { cause: error })

const failAll = (phoneIds: readonly string[], error: SupplierError) => new Map(phoneIds.map((id) => [id, error]))

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
