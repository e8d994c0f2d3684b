import { OrderList } from '../../features/orders/order-list.tsx'
import { Page } from '../../shared/ui/page.tsx'

export default function UserOrdersPage() {
  return (
    <Page route="user/orders">
      <OrderList />
    </Page>
  )
}
