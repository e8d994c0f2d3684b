import { type StreamMode, streamModes } from '@yunji/contract/devices/device/stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { StreamRefusedError } from '@yunji/player/connection/reconnecting-socket'
import type { StreamEndpoint } from '@yunji/player/connection/web-socket'
import { ApiError } from '../../../shared/api/api-error.ts'
import { requestTicket, type StreamTicket, takePrefetchedTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { client } from '../../../shared/platform/app/client'

/** The phone to show, and the credential for it. */
export interface StreamSource {
  readonly endpoint?: StreamEndpoint
  readonly renewEndpoint?: () => Promise<StreamEndpoint>
}

export const asEndpoint = ({ path, ticket }: StreamTicket): StreamEndpoint => ({ url: client.apiBase + path, ticket })

/** A refusal of the server is final; a network failure is retried. */
const asRefusal = (error: unknown): never => {
  throw error instanceof ApiError && !error.isTransport ? new StreamRefusedError(error.message) : error
}

const isMode = (text: string | undefined): text is StreamMode => streamModes.some((mode) => mode === text)

/**
 * A ticket in the query opens the phone without a login, as the mini-program does; otherwise a device id with the user's
 * login. Undefined when the query has neither.
 */
export const sourceOf = ({ ticket, path, deviceId, mode }: PageParams): StreamSource | undefined => {
  if (ticket) return { endpoint: { url: path || sideRoutes.stream.path, ticket } }
  const id = Number(deviceId)
  if (!Number.isSafeInteger(id) || id <= 0) return undefined
  const open = () => takePrefetchedTicket(id) ?? requestTicket(id, isMode(mode) ? mode : 'control')
  return { renewEndpoint: () => open().then(asEndpoint, asRefusal) }
}
