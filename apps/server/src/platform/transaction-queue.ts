import { onTransactionEnd, type Tx } from './transaction.ts'

interface Queue {
  holder: Tx
  readonly waiting: { readonly tx: Tx; start(): void }[]
}

/**
 * Serializes transactions that want the same row. They would wait for its lock in any case, but PostgreSQL wakes every
 * waiter at every commit, which costs more than their work. Here waiting is free. Other processes have queues of their
 * own: correctness rests on the row lock.
 */
export const createTransactionQueue = () => {
  const queues = new Map<string, Queue>()

  const grantNext = (name: string, queue: Queue): void => {
    const next = queue.waiting.shift()
    if (!next) {
      queues.delete(name)
      return
    }
    queue.holder = next.tx
    next.start()
  }

  /** Held until the transaction ends. */
  return async (tx: Tx, name: string): Promise<void> => {
    const queue = queues.get(name)
    if (queue?.holder === tx) return
    const own = queue ?? { holder: tx, waiting: [] }
    if (queue) await new Promise<void>((start) => queue.waiting.push({ tx, start }))
    else queues.set(name, own)
    onTransactionEnd(tx, () => grantNext(name, own))
  }
}
