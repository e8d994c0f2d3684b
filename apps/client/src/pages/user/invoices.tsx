import { InvoicePage } from '../../features/commerce/invoices/invoice-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserInvoicesPage() {
  return <InvoicePage params={usePageParams()} />
}
