import { MakeOrder } from '../../features/commerce/payment/make-order.tsx'
import { NoOrder } from '../../features/commerce/payment/no-order.tsx'
import { PayPage } from '../../features/commerce/payment/pay-page.tsx'
import { orderIdOf, orderToMakeOf, paymentResultOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function PayPayPage() {
  const params = usePageParams()
  const orderId = orderIdOf(params)
  const wanted = orderToMakeOf(params)
  if (orderId !== undefined) return <PayPage orderId={orderId} returnedWith={paymentResultOf(params)} />
  return wanted ? <MakeOrder wanted={wanted} /> : <NoOrder />
}
