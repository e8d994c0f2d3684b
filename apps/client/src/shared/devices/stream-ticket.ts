import { createTicket } from '@yunji/contract/devices/device/calls'
import { type StreamMode, TICKET_LIFETIME_MS } from '@yunji/contract/devices/device/stream'
import type { CallData } from '@yunji/contract/wire/call'
import { requestData } from '../api/query.ts'
import { systemClock } from '../platform/app/clock.ts'

export type StreamTicket = CallData<typeof createTicket>

/** Tickets with less time left are not used: they may expire on the way. */
const MARGIN_MS = 10_000

interface PrefetchedTicket {
  readonly deviceId: number
  readonly atMs: number
  readonly ticket: Promise<StreamTicket>
}

let prefetched: PrefetchedTicket | undefined

/** A ticket opens one stream, once. */
export const requestTicket = (deviceId: number, mode: StreamMode): Promise<StreamTicket> =>
  requestData(createTicket, { deviceId, mode })

/** Requests a ticket before the page that uses it has opened, so that the picture comes sooner. */
export const prefetchTicket = (deviceId: number, mode: StreamMode): void => {
  const ticket = requestTicket(deviceId, mode)
  // `takePrefetchedTicket` reports the failure; the ticket may also stay unused.
  ticket.catch(() => undefined)
  prefetched = { deviceId, atMs: systemClock(), ticket }
}

/** The prefetched ticket; undefined when there is none, or it has expired. */
export const takePrefetchedTicket = (deviceId: number): Promise<StreamTicket> | undefined => {
  const taken = prefetched
  prefetched = undefined
  const isFresh = taken && systemClock() - taken.atMs < TICKET_LIFETIME_MS - MARGIN_MS
  return isFresh && taken.deviceId === deviceId ? taken.ticket : undefined
}
