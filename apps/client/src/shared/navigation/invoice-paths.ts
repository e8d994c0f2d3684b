import { pathOf } from '@yunji/contract/pages'
import type { PageParams } from './params-of.ts'

/** Views of the page of invoices. */
const invoiceViews = ['new', 'invoice', 'titles', 'title'] as const
type InvoiceView = (typeof invoiceViews)[number]

/** View of the query; undefined for the list. */
export const invoiceViewOf = ({ view }: PageParams): InvoiceView | undefined =>
  invoiceViews.find((known) => known === view)

const idOf = (text: string | undefined): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const invoicesPath = (view: InvoiceView, query = ''): string => `${pathOf('user/invoices')}?view=${view}${query}`

export const invoicePath = (invoiceId: number): string => invoicesPath('invoice', `&invoiceId=${invoiceId}`)

/** Id of the query; 0 when missing, which the server refuses. */
export const invoiceIdOf = ({ invoiceId }: PageParams): number => idOf(invoiceId) ?? 0

/** A request that begins with an order. */
export const newInvoicePath = (orderId?: number): string =>
  invoicesPath('new', orderId === undefined ? '' : `&orderId=${orderId}`)

export const firstOrderOf = ({ orderId }: PageParams): number | undefined => idOf(orderId)

export const titlesPath = (): string => invoicesPath('titles')

export const titlePath = (titleId?: number): string =>
  invoicesPath('title', titleId === undefined ? '' : `&titleId=${titleId}`)

/** Title that is edited; undefined for a new one. */
export const titleIdOf = ({ titleId }: PageParams): number | undefined => idOf(titleId)
