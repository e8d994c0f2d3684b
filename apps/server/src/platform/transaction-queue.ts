import { atEnd, type Tx } from './transaction.ts'

interface Queue {
  holder: Tx
  readonly waiting: { readonly tx: Tx; enter(): void }[]
}

/**
 * Lets transactions that want the same row have it one after the other. They would wait for each other in any case, but
 * in PostgreSQL everybody who waits is woken by everybody who commits, which costs more than what they came for. Here
 * they wait for nothing. Other processes have queues of their own: what is right is left to the row's lock.
 */
export const createTurns = () => {
  const queues = new Map<string, Queue>()

  const passOn = (name: string, queue: Queue): void => {
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
    const mine = queue ?? { holder: tx, waiting: [] }
    if (queue) await new Promise<void>((enter) => queue.waiting.push({ tx, enter }))
    else queues.set(name, mine)
    atEnd(tx, () => passOn(name, mine))
  }
}
