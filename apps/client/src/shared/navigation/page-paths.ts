import { type PaymentFunction, PaymentResult } from '@yunji/contract/commerce/payment/enums'
import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { MessageType } from '@yunji/contract/messages/rules'
import { pathOf } from '@yunji/contract/pages'
import type { PageParams } from './params-of.ts'

/** The parameter of the payment page and of an order's own page. */
const ORDER_PARAM = 'orderId'

export const payPath = (orderId: number): string => `${pathOf('pay/pay')}?${ORDER_PARAM}=${orderId}`
export const orderPath = (orderId: number): string => `${pathOf('user/orderDetails')}?${ORDER_PARAM}=${orderId}`

const idOf = (text: string | undefined): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const orderIdOf = (params: PageParams): number | undefined => idOf(params[ORDER_PARAM])

/** Result in the return address of the payment provider. Reported by the client, so it proves no payment. */
export const paymentResultOf = ({ result }: PageParams): PaymentResult | undefined =>
  Object.values(PaymentResult).find((known) => known === result)

/** An order that the payment page is still to make: which function makes it, from what, and once under this key. */
export interface OrderToMake {
  readonly paymentFunction: PaymentFunction
  readonly input: unknown
  readonly key: string
}

const MAKE = { paymentFunction: 'paymentFunction', input: 'input', key: 'key' } as const

/** Leads to the payment page without an order: it makes one, and the same one however often it is opened. */
export const payForPath = ({ paymentFunction, input, key }: OrderToMake): string =>
  `${pathOf('pay/pay')}?${MAKE.paymentFunction}=${paymentFunction}&${MAKE.key}=${key}&${MAKE.input}=${encodeURIComponent(JSON.stringify(input))}`

/** The order to make, from the payment page's query; undefined when malformed. */
export const orderToMakeOf = (params: PageParams): OrderToMake | undefined => {
  const paymentFunction = idOf(params[MAKE.paymentFunction])
  const key = params[MAKE.key]
  if (!paymentFunction || !key) return undefined
  try {
    const input: unknown = JSON.parse(params[MAKE.input] ?? '')
    return { paymentFunction: paymentFunction as PaymentFunction, input, key }
  } catch {
    return undefined
  }
}

/** Device id of the query; 0 when missing, which the server refuses. */
export const deviceIdOf = ({ deviceId }: PageParams): number => idOf(deviceId) ?? 0

type ZoneRoute = 'Device/changeZone' | 'Device/selectChangeZone'

/** A page of a change of zone, with the zone that is chosen there. */
export const zonePath = (route: ZoneRoute, deviceId: number, zoneId?: number): string =>
  `${pathOf(route)}?deviceId=${deviceId}${zoneId ? `&zoneId=${zoneId}` : ''}`

/** Zone id of the query; undefined without one. */
export const zoneIdOf = ({ zoneId }: PageParams): number | undefined => idOf(zoneId)

/** Model id of the query; undefined without one. */
export const goodIdOf = ({ goodId }: PageParams): number | undefined => idOf(goodId)

/** The message list's parameter that says which type it shows. */
export const MESSAGE_TYPE_PARAM = 'messageType'

/** Message type of the page's query; announcements by default. */
export const messageTypeOf = (text: string | undefined): MessageType =>
  Object.values(MessageType).find((type) => String(type) === text) ?? MessageType.notice

export const messageListPath = (messageType: MessageType): string =>
  `${pathOf('user/messageList')}?${MESSAGE_TYPE_PARAM}=${messageType}`

/** The task centre's parameter that opens one task at once. */
const TASK_PARAM = 'taskId'

export const taskPath = (taskId: number): string => `${pathOf('Task/index')}?${TASK_PARAM}=${taskId}`

/** A backup or restore in their own history. */
export const historyPath = (taskId: number): string => `${pathOf('Space/HistoryData')}?${TASK_PARAM}=${taskId}`

/** Task id of the query; undefined without one. */
export const taskIdOf = (params: PageParams): number | undefined => idOf(params[TASK_PARAM])

/** The parameter of the pages about money that says which of the two accounts is meant. */
export const ACCOUNT_PARAM = 'account'

/** Wallet account of a page's query; beans by default. */
export const walletAccountOf = (text: string | undefined): WalletAccount => (text === 'balance' ? 'balance' : 'beans')

export const rechargePath = (account: WalletAccount): string => `${pathOf('user/recharge')}?${ACCOUNT_PARAM}=${account}`

export const statementPath = (account: WalletAccount): string =>
  `${pathOf('user/cloudBeansList')}?${ACCOUNT_PARAM}=${account}`

/** The sides of the page of activation codes. */
const codeViews = ['redeem', 'own', 'buy'] as const
export type CodeView = (typeof codeViews)[number]

export const CODE_VIEW_PARAM = 'view'

/** View of the page's query; redeeming by default. */
export const codeViewOf = (text: string | undefined): CodeView => codeViews.find((view) => view === text) ?? 'redeem'

export const codesPath = (view: CodeView): string => `${pathOf('user/activateDevice')}?${CODE_VIEW_PARAM}=${view}`

/** The sides of the page about oneself. The specification has one route for all of them; the query says which. */
export const personalViews = ['profile', 'security', 'verification', 'sessions'] as const
export type PersonalView = (typeof personalViews)[number]

export const VIEW_PARAM = 'view'

/** View of the page's query; the profile by default. */
export const personalViewOf = (text: string | undefined): PersonalView =>
  personalViews.find((view) => view === text) ?? 'profile'

export const personalPath = (view: PersonalView): string => `${pathOf('user/personalData')}?${VIEW_PARAM}=${view}`

/** The sides of the space: its files, the trash, transfers, and the files of a phone to fetch. */
const spaceViews = ['files', 'trash', 'transfers', 'phone'] as const
export type SpaceView = (typeof spaceViews)[number]

/** View of the page's query; the files by default. */
export const spaceViewOf = (text: string | undefined): SpaceView => spaceViews.find((view) => view === text) ?? 'files'

export const spacePath = (view: SpaceView, deviceId?: number): string =>
  view === 'files'
    ? pathOf('Space/index')
    : `${pathOf('Space/index')}?${VIEW_PARAM}=${view}${deviceId ? `&deviceId=${deviceId}` : ''}`

const EXTERNAL_VIEW = 'external'

/** Activity of the page's query; undefined without one. */
export const activityIdOf = ({ activityId }: PageParams): number | undefined => idOf(activityId)

export const activityPath = (activityId: number): string => `${pathOf('webView/activity')}?activityId=${activityId}`

/** Shows the external page in a page of the mini-program. */
export const externalViewPath = `${pathOf('webView/activity')}?${VIEW_PARAM}=${EXTERNAL_VIEW}`

export const isExternalView = ({ view }: PageParams): boolean => view === EXTERNAL_VIEW

/** An agreement, by default in its newest version. */
export const agreementPath = (kind: AgreementKind): string => `${pathOf('webView/protocol')}?kind=${kind}`

/** Agreement of the page's query; undefined without one. */
export const agreementKindOf = ({ kind }: PageParams): AgreementKind | undefined =>
  Object.values(AgreementKind).find((known) => String(known) === kind)

/** Version of the page's query; undefined for the newest. */
export const agreementVersionOf = ({ version }: PageParams): number | undefined => idOf(version)

interface PageVisitor {
  /** From `getAuthToken`: short-lived, and for this one purpose. */
  readonly token: string
  readonly userId: number
}

/** Constant of the specification; the same for persons and companies. */
const USER_TYPE = 2

/** The visitor is passed in one query parameter, an encoded JSON object (section 2). */
export const externalPageUrl = (host: string, { token, userId }: PageVisitor): string => {
  const param = JSON.stringify({ token, userId, userType: USER_TYPE, isWeb: true })
  return `${host}${host.includes('?') ? '&' : '?'}param=${encodeURIComponent(param)}`
}
