import { NoOrder } from '../../features/orders/no-order.tsx'
import { OrderDetails } from '../../features/orders/order-details.tsx'
import { orderIdOf } from '../../shared/navigation/order-paths.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function UserOrderDetailsPage() {
  const orderId = orderIdOf(usePageParams())
  return orderId === undefined ? <NoOrder /> : <OrderDetails orderId={orderId} />
}
