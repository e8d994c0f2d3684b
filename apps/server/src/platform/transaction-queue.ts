import { onTransactionEnd, type Tx } from './transaction.ts'

interface Queue {
  holder: Tx
  readonly waiting: { readonly tx: Tx; enter(): void }[]
}

/**
 * Lets transactions that want the same row have it one after the other. They would wait for each other in any case, but
 * in PostgreSQL everybody who waits is woken by everybody who commits, which costs more than what they came for. Here
 * they wait for nothing. Other processes have queues of their own: what is right is left to the row's lock.
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
    next.enter()
  }

  /** The turn is kept until the transaction is over. */
  return async (tx: Tx, name: string): Promise<void> => {
    const queue = queues.get(name)
    if (queue?.holder === tx) return
    const own = queue ?? { holder: tx, waiting: [] }
    if (queue) await new Promise<void>((enter) => queue.waiting.push({ tx, enter }))
    else queues.set(name, own)
    onTransactionEnd(tx, () => grantNext(name, own))
  }
}
