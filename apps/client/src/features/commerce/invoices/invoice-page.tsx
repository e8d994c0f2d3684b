import { firstOrderOf, invoiceIdOf, invoiceViewOf, titleIdOf } from '../../../shared/navigation/invoice-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceView } from './invoice-view.tsx'
import { NewInvoice } from './new-invoice.tsx'
import { TitleForm, TitleList } from './titles.tsx'

/** One route for invoices and their titles; the query says which view. */
export function InvoicePage({ params }: { readonly params: PageParams }) {
  switch (invoiceViewOf(params)) {
    case 'new':
      return <NewInvoice firstOrderId={firstOrderOf(params)} />
    case 'invoice':
      return <InvoiceView invoiceId={invoiceIdOf(params)} />
    case 'titles':
      return <TitleList />
    case 'title':
      return <TitleForm titleId={titleIdOf(params)} />
    case undefined:
      return <InvoiceList />
  }
}
