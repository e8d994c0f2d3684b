import { NoOrder } from '../../features/commerce/orders/no-order.tsx'
import { OrderDetails } from '../../features/commerce/orders/order-details.tsx'
import { orderIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserOrderDetailsPage() {
  const orderId = orderIdOf(usePageParams())
  return orderId === undefined ? <NoOrder /> : <OrderDetails orderId={orderId} />
}
