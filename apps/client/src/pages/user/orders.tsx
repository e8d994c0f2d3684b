import { OrderList } from '../../features/commerce/orders/order-list.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserOrdersPage() {
  return (
    <Page route="user/orders">
      <OrderList />
    </Page>
  )
}
