import { openWire, type Wire } from './raw-connection.ts'
import { formatRequest, type WireRequest } from './raw-request.ts'
import type { WireAnswer } from './raw-response.ts'

/** Keeps connections to one server open between exchanges, as balancers and browsers do. */
export interface WirePool {
  send(request: WireRequest, deadlineMs?: number): Promise<WireAnswer>
  close(): void
}

export const createWirePool = (port: number): WirePool => {
  const idle: Wire[] = []
  const all = new Set<Wire>()

  const take = async (): Promise<Wire> => {
    for (let wire = idle.pop(); wire; wire = idle.pop()) if (wire.isOpen) return wire
    const opened = await openWire(port)
    all.add(opened)
    return opened
  }
  return {
    async send(request, deadlineMs) {
      const wire = await take()
      try {
        const isHead = request.method === 'HEAD'
        return await wire.exchange(formatRequest(request), { isHead, ...(deadlineMs && { deadlineMs }) })
      } finally {
        if (wire.isOpen) idle.push(wire)
        else {
          all.delete(wire)
          wire.close()
        }
      }
    },
    close: () => {
      for (const wire of all) wire.close()
    },
  }
}
