import { type StreamMode, streamModes } from '@yunji/contract/devices/device/stream'
import { asEndpoint, asRefusal, type StreamSource, ticketEndpoint } from '../../../shared/devices/stream-endpoint.ts'
import { requestTicket, takePrefetchedTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'

const isMode = (text: string | undefined): text is StreamMode => streamModes.some((mode) => mode === text)

/** Device of the address; undefined where a ticket stands for it. */
export const deviceIdOf = ({ ticket, deviceId }: PageParams): number | undefined => {
  const id = Number(deviceId)
  return !ticket && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/**
 * A ticket in the query opens the phone without a login, as the mini-program does; otherwise a device id with the user's
 * login. Undefined when the query has neither.
 */
export const sourceOf = (params: PageParams): StreamSource | undefined => {
  const { ticket, path, mode } = params
  if (ticket) return { endpoint: ticketEndpoint(ticket, path) }
  const id = deviceIdOf(params)
  if (id === undefined) return undefined
  const open = () => takePrefetchedTicket(id) ?? requestTicket(id, isMode(mode) ? mode : 'control')
  return { renewEndpoint: () => open().then(asEndpoint, asRefusal) }
}
