import { OrderList } from '../../features/commerce/orders/order-list.tsx'
import { newInvoicePath } from '../../shared/navigation/invoice-paths.ts'
import { TextLink } from '../../shared/ui/button/text-link.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserOrdersPage() {
  return (
    <Page
      route="user/orders"
      action={
        <TextLink tone="ink" to={newInvoicePath()}>
          开发票
        </TextLink>
      }
    >
      <OrderList />
    </Page>
  )
}
