import { QUALITY_PARAM } from '@yunji/contract/devices/device/stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { StreamRefusedError } from '@yunji/player/connection/reconnecting-socket'
import type { StreamEndpoint } from '@yunji/player/connection/web-socket'
import type { QualityName } from '@yunji/player/player-state'
import { ApiError } from '../api/api-error.ts'
import { client } from '../platform/app/client'
import type { StreamTicket } from './stream-ticket.ts'

/** The phone to show, and the credential for it. */
export interface StreamSource {
  readonly endpoint?: StreamEndpoint
  readonly renewEndpoint?: () => Promise<StreamEndpoint>
}

export const asEndpoint = ({ path, ticket }: Pick<StreamTicket, 'path' | 'ticket'>): StreamEndpoint => ({
  url: client.apiBase + path,
  ticket,
})

/** A ticket from an address, whose page is on the server that the socket belongs to. */
export const ticketEndpoint = (ticket: string, path: string | undefined): StreamEndpoint => ({
  url: path || sideRoutes.stream.path,
  ticket,
})

/** A refusal of the server is final; a network failure is retried. */
export const asRefusal = (error: unknown): never => {
  throw error instanceof ApiError && !error.isTransport ? new StreamRefusedError(error.message) : error
}

const withFirstQuality =
  (quality: QualityName) =>
  ({ url, ticket }: StreamEndpoint): StreamEndpoint => ({
    url: `${url}${url.includes('?') ? '&' : '?'}${QUALITY_PARAM}=${quality}`,
    ticket,
  })

/** The same phone, whose first picture is in this quality. */
export const startingWith = (quality: QualityName, { endpoint, renewEndpoint }: StreamSource): StreamSource => {
  const change = withFirstQuality(quality)
  return {
    ...(endpoint && { endpoint: change(endpoint) }),
    ...(renewEndpoint && { renewEndpoint: () => renewEndpoint().then(change) }),
  }
}
