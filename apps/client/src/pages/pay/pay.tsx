import { MakeOrder } from '../../features/payment/make-order.tsx'
import { NoOrder } from '../../features/payment/no-order.tsx'
import { PayPage } from '../../features/payment/pay-page.tsx'
import { orderIdOf, orderToMakeOf, paymentResultOf } from '../../shared/navigation/order-paths.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function PayPayPage() {
  const params = usePageParams()
  const orderId = orderIdOf(params)
  const wanted = orderToMakeOf(params)
  if (orderId !== undefined) return <PayPage orderId={orderId} returnedWith={paymentResultOf(params)} />
  return wanted ? <MakeOrder wanted={wanted} /> : <NoOrder />
}
