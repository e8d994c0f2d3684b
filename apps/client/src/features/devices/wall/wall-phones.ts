import type { StreamMode } from '@yunji/contract/devices/device/stream'
import { pathOf } from '@yunji/contract/pages'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { MARK_PARAM } from '../../../shared/devices/screen-mark/screen-mark.ts'
import { asEndpoint, asRefusal, type StreamSource, ticketEndpoint } from '../../../shared/devices/stream-endpoint.ts'
import { requestTicket, type StreamTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { client } from '../../../shared/platform/app/client'

/** Phones that a wall needs: one leads, the others follow. */
export const FEWEST_PHONES = 2

/** A phone on the wall. */
export interface WallPhone {
  /** The device; a number of its own where the page was opened by tickets and knows no devices. */
  readonly id: number
  /** Until the stream has told its own. */
  readonly name: string
  /** `view` for a phone that the user may only look at: it cannot lead or follow. */
  readonly mode: StreamMode
  readonly source: StreamSource
}

interface WallDevice {
  readonly deviceId: number
  readonly name: string
  readonly right: 'owner' | 'control' | 'view'
}

export const modeOf = ({ right }: Pick<WallDevice, 'right'>): StreamMode => (right === 'view' ? 'view' : 'control')

/** Phones of a logged-in user: each opens with a ticket of its own, for the right that the user has on it. */
export const phonesOf = (devices: readonly WallDevice[]): readonly WallPhone[] =>
  devices.map((device) => {
    const { deviceId, name } = device
    const mode = modeOf(device)
    const renewEndpoint = () => requestTicket(deviceId, mode).then(asEndpoint, asRefusal)
    return { id: deviceId, name, mode, source: { renewEndpoint } }
  })

const TICKETS_PARAM = 'tickets'
/** Neither is in a ticket. */
const BETWEEN_PHONES = ','
const BETWEEN_FIELDS = '~'

export interface WallTicket extends Pick<StreamTicket, 'ticket' | 'path'> {
  readonly mode: StreamMode
}

interface WallViewer {
  /** Masked number, for the mark. */
  readonly viewer: string | undefined
  readonly isMarked: boolean
}

/** The browser's wall, opened by tickets as the mini-program does: the login never appears in an address. */
export const wallAddress = (tickets: readonly WallTicket[], { viewer, isMarked }: WallViewer): string => {
  const entries = tickets.map(({ ticket, mode, path }) =>
    [ticket, mode, ...(path === sideRoutes.stream.path ? [] : [path])].join(BETWEEN_FIELDS),
  )
  const text = encodeURIComponent(entries.join(BETWEEN_PHONES))
  return `${client.apiBase}${pathOf('Device/wall')}?${TICKETS_PARAM}=${text}${isMarked ? `&${MARK_PARAM}=1&viewer=${encodeURIComponent(viewer ?? '')}` : ''}`
}

/** Phones of an address with tickets; undefined for another one. */
export const phonesOfTickets = ({ [TICKETS_PARAM]: text }: PageParams): readonly WallPhone[] | undefined =>
  text?.split(BETWEEN_PHONES).map((entry, index) => {
    const [ticket = '', mode, ...path] = entry.split(BETWEEN_FIELDS)
    return {
      id: index + 1,
      name: `云手机 ${index + 1}`,
      mode: mode === 'view' ? 'view' : 'control',
      source: { endpoint: ticketEndpoint(ticket, path.join(BETWEEN_FIELDS)) },
    }
  })
