import { QUALITY_PARAM } from '@yunji/contract/devices/device/stream'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
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

const DEVICE_GONE = '没有找到这台设备，它可能已释放、已转移，或不再授权给你'

/** A refusal of the server is final; a network failure is retried. */
export const asRefusal = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.isTransport) throw error
  throw new StreamRefusedError(error.code === ErrorCode.GET_DEVICE_FAILED ? DEVICE_GONE : error.message)
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
