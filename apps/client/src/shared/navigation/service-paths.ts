import { pathOf } from '@yunji/contract/pages'
import { type TicketKind, ticketKinds } from '@yunji/contract/service/rules'
import type { PageParams } from './params-of.ts'

/** Views of customer service: the specification has one route for all of them. */
const serviceViews = ['article', 'new', 'tickets', 'ticket'] as const
type ServiceView = (typeof serviceViews)[number]

const VIEW_PARAM = 'view'
const subjectNames = ['orderId', 'deviceId', 'taskId', 'interruptionId'] as const

/** View of the query; undefined for the page's own. A subject alone begins a ticket about it. */
export const serviceViewOf = (params: PageParams): ServiceView | undefined =>
  serviceViews.find((view) => view === params[VIEW_PARAM]) ??
  (subjectNames.some((name) => params[name] !== undefined) ? 'new' : undefined)

const idOf = (text: string | undefined): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const servicePath = (view: ServiceView, query = ''): string =>
  `${pathOf('CustomerService/index')}?${VIEW_PARAM}=${view}${query}`

export const articlePath = (articleId: number): string => servicePath('article', `&articleId=${articleId}`)

/** Id of the query; 0 when missing, which the server refuses. */
export const articleIdOf = ({ articleId }: PageParams): number => idOf(articleId) ?? 0

export const ticketsPath = (): string => servicePath('tickets')

export const ticketPath = (ticketId: number): string => servicePath('ticket', `&ticketId=${ticketId}`)

/** Id of the query; 0 when missing, which the server refuses. */
export const ticketIdOf = ({ ticketId }: PageParams): number => idOf(ticketId) ?? 0

/** Subject of a new ticket. */
export interface TicketSubject {
  readonly orderId?: number
  readonly deviceId?: number
  readonly taskId?: number
  readonly interruptionId?: number
}

/** A kind is given where the subject alone would say another one. */
export const newTicketPath = (subject: TicketSubject = {}, kind?: TicketKind): string =>
  servicePath(
    'new',
    subjectNames.map((name) => (subject[name] === undefined ? '' : `&${name}=${subject[name]}`)).join('') +
      (kind === undefined ? '' : `&kind=${kind}`),
  )

export const ticketKindOf = ({ kind }: PageParams): TicketKind | undefined => ticketKinds.find((one) => one === kind)

export const ticketSubjectOf = (params: PageParams): TicketSubject =>
  Object.fromEntries(
    subjectNames.flatMap((name) => {
      const id = idOf(params[name])
      return id === undefined ? [] : [[name, id]]
    }),
  )
