import * as calls from '@yunji/contract/commerce/invoice/calls'
import * as operatorCalls from '@yunji/contract/operator/invoice-calls'
import type { Tx } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import type { InvoiceDeps } from './deps.ts'
import { correctInvoice, getInvoiceForOperator, getInvoices, issueInvoice, rejectInvoice } from './operator.ts'
import { getPdfAddress } from './pdf.ts'
import { getInvoice, getInvoiceableOrders, getInvoiceList, getOrderInvoice } from './read-invoices.ts'
import { cancelInvoice, requestInvoice } from './request-invoice.ts'
import { findAny } from './store.ts'
import { addTitle, changeTitle, deleteTitle, getTitles } from './titles.ts'

const ofInvoice = {
  subject: ({ invoiceId }: { readonly invoiceId: number }) => `invoice:${invoiceId}`,
  read: async (tx: Tx, { invoiceId }: { readonly invoiceId: number }) => {
    const invoice = await findAny(tx, invoiceId)
    if (!invoice) return undefined
    const { state, amountCents, invoiceNumber, creditNumber } = invoice
    return { state, amountCents, invoiceNumber, creditNumber }
  },
}

export const invoiceRoutes = (deps: InvoiceDeps): Binding[] => [
  bind(calls.getTitles, (_input, { caller }) => getTitles(deps)(caller.userId)),
  bind(calls.addTitle, (title, { caller }) => addTitle(deps)(caller.userId, title)),
  bind(calls.changeTitle, ({ titleId, ...title }, { caller }) => changeTitle(deps)(caller.userId, titleId, title)),
  bind(calls.deleteTitle, ({ titleId }, { caller }) => deleteTitle(deps)(caller.userId, titleId)),
  bind(calls.getInvoiceableOrders, (paging, { caller }) => getInvoiceableOrders(deps)(caller.userId, paging)),
  bindOnce(calls.requestInvoice, (tx, input, { caller }) => requestInvoice(deps)(tx, caller.userId, input)),
  bind(calls.getInvoiceList, (paging, { caller }) => getInvoiceList(deps)(caller.userId, paging)),
  bind(calls.getInvoice, ({ invoiceId }, { caller }) => getInvoice(deps)(caller.userId, invoiceId)),
  bind(calls.getOrderInvoice, ({ orderId }, { caller }) => getOrderInvoice(deps)(caller.userId, orderId)),
  bind(calls.cancelInvoice, ({ invoiceId }, { caller }) => cancelInvoice(deps)(caller.userId, invoiceId)),
  bind(calls.getPdfAddress, (input, { caller }) => getPdfAddress(deps)(caller.userId, input)),
  bind(operatorCalls.getInvoices, ({ page, rows, ...filter }) => getInvoices(deps)(filter, { page, rows })),
  bind(operatorCalls.getInvoiceForOperator, ({ invoiceId }) => getInvoiceForOperator(deps)(invoiceId)),
  bindAudited(deps, operatorCalls.issueInvoice, ofInvoice, (joined, input) => issueInvoice(joined)(input)),
  bindAudited(deps, operatorCalls.rejectInvoice, ofInvoice, (joined, { invoiceId, reason }) =>
    rejectInvoice(joined)(invoiceId, reason),
  ),
  bindAudited(deps, operatorCalls.correctInvoice, ofInvoice, (joined, input) => correctInvoice(joined)(input)),
]
