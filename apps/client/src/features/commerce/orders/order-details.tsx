import { getOrderInvoice } from '@yunji/contract/commerce/invoice/calls'
import { invoiceStateLabels } from '@yunji/contract/commerce/invoice/machine'
import { getOrderPhones } from '@yunji/contract/commerce/order/calls'
import { OrderStatus, orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import type { OrderDetail } from '@yunji/contract/commerce/order/schema'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { Breakdown } from '../../../shared/commerce/breakdown.tsx'
import { againPath } from '../../../shared/commerce/order-again.ts'
import { GoodsPicture } from '../../../shared/commerce/order-goods.tsx'
import { isPaidInBeans, returnedText, titleText } from '../../../shared/commerce/order-text.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { invoicePath, newInvoicePath } from '../../../shared/navigation/invoice-paths.ts'
import { payPath } from '../../../shared/navigation/page-paths.ts'
import { newTicketPath } from '../../../shared/navigation/service-paths.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { copyText } from '../../../shared/platform/clipboard'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { file } from '../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { headset } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './order-details.module.css'
import { kindIcons } from './order-displays.ts'
import { OrderPhones, OrderRefunds } from './order-phones.tsx'
import { isOver, useCancelOrder, useOrder } from './orders.ts'

const DATE = 'YYYY-MM-DD HH:mm'

/** Explanation of each order state. */
const stateHints: Readonly<Partial<Record<OrderStatus, string>>> = {
  [OrderStatus.pending]: '',
  [OrderStatus.paid]: '已付款，正在处理',
  [OrderStatus.fulfilled]: '',
  [OrderStatus.refunding]: '款项会原路退回，请稍候',
  [OrderStatus.refunded]: '款项已原路退回',
}

const endNames: Partial<Record<OrderStatus, string>> = {
  [OrderStatus.fulfilled]: '完成时间',
  [OrderStatus.refunded]: '退款时间',
}

interface DetailsProps {
  readonly order: OrderDetail
  readonly onEnd: () => void
}

function Head({ order, onEnd }: DetailsProps) {
  const { kind, status, title, failure, expiresAt, goods } = order
  return (
    <Card className={styles.head}>
      {goods ? <GoodsPicture goods={goods} /> : <IconTile of={kindIcons[kind]} size={48} />}
      <Box className={styles.words}>
        <Box as="h2" className={styles.status}>
          {orderStatusLabels[status]}
        </Box>
        <Box className={styles.title}>{titleText(title)}</Box>
        {status === OrderStatus.pending ? (
          <Box className={styles.left}>
            剩余支付时间 <Countdown endsAtMs={expiresAt} clock={serverClock} onEnd={onEnd} />
          </Box>
        ) : (
          <Box className={styles.note}>{failure || (stateHints[status] ?? returnedText(order))}</Box>
        )}
      </Box>
    </Card>
  )
}

const copyNumber = async (orderId: number): Promise<void> => {
  if (await copyText(String(orderId))) showToast('订单号已复制', 'success')
  else showToast('复制失败，请长按选择文字', 'error')
}

function Facts({ order }: { readonly order: OrderDetail }) {
  const { orderId, goods, payMethod, createdAt, paidAt, endedAt, status } = order
  return (
    <Card className={styles.facts}>
      <FactRow name="订单号">
        <Box className={styles.number}>
          {String(orderId)}
          <TextLink onTap={() => void copyNumber(orderId)}>复制</TextLink>
        </Box>
      </FactRow>
      {goods?.zoneName && <FactRow name="区域">{goods.zoneName}</FactRow>}
      <FactRow name="下单时间">{formatDate(createdAt, DATE)}</FactRow>
      {payMethod !== null && <FactRow name="支付方式">{payMethodLabels[payMethod]}</FactRow>}
      {paidAt !== null && <FactRow name="支付时间">{formatDate(paidAt, DATE)}</FactRow>}
      {endedAt !== null && <FactRow name={endNames[status] ?? '结束时间'}>{formatDate(endedAt, DATE)}</FactRow>}
    </Card>
  )
}

const againOf = ({ status, kind, goods }: OrderDetail): string | undefined =>
  isOver(status) ? againPath(kind, goods) : undefined

function Footer({ order }: { readonly order: OrderDetail }) {
  const cancellation = useCancelOrder()
  const again = againOf(order)
  if (again) {
    return (
      <BottomBar>
        <Button variant="outline" to={again}>
          再次购买
        </Button>
      </BottomBar>
    )
  }
  return (
    <BottomBar>
      <Box className={styles.buttons}>
        <Box className={styles.half}>
          <Button variant="outline" isBusy={cancellation.isBusy} onTap={() => cancellation.run(order)}>
            取消订单
          </Button>
        </Box>
        <Box className={styles.half}>
          <Button to={payPath(order.orderId)}>去支付</Button>
        </Box>
      </Box>
    </BottomBar>
  )
}

/** Invoice of the order, or the way to one; a reason where there is none. */
function InvoiceCell({ orderId }: { readonly orderId: number }) {
  const { data, refetch } = useCall(getOrderInvoice, { orderId: String(orderId) })
  useReturn(() => void refetch())
  if (!data) return null
  const { invoice, refusal } = data
  const value = invoice ? invoiceStateLabels[invoice.state] : undefined
  if (refusal === '') return <Cell icon={file} title="申请发票" value={value} to={newInvoicePath(orderId)} />
  if (invoice) return <Cell icon={file} title="发票" value={value} to={invoicePath(invoice.invoiceId)} />
  return <Cell icon={file} title="发票" value={refusal} />
}

interface OrderDetailsProps extends DetailsProps {
  readonly taskId: number | null
}

function Details({ order, taskId, onEnd }: OrderDetailsProps) {
  const isPaid = order.paidAt !== null
  return (
    <Box className={styles.details}>
      <Head order={order} onEnd={onEnd} />
      <OrderPhones order={order} taskId={taskId} />
      <Card className={styles.facts}>
        <Breakdown
          lines={order.lines}
          payableCents={order.payableCents}
          sumName={isPaid ? '实付' : '应付'}
          isBeans={isPaidInBeans(order)}
        />
      </Card>
      <OrderRefunds order={order} />
      <Facts order={order} />
      <Card>
        {isPaid && <InvoiceCell orderId={order.orderId} />}
        <Cell icon={headset} title="遇到问题，联系客服" to={newTicketPath({ orderId: order.orderId })} />
      </Card>
    </Box>
  )
}

const ownOrders = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('user/orders')}>
    我的订单
  </Button>
)

/** Everything about one order. */
export function OrderDetails({ orderId }: { readonly orderId: number }) {
  const query = useOrder(orderId)
  const work = useCall(getOrderPhones, { orderId: String(orderId) })
  const refetch = () => void query.refetch()
  useReturn(refetch)
  const order = query.data
  const hasFooter = order && (order.status === OrderStatus.pending || againOf(order) !== undefined)
  return (
    <Page route="user/orderDetails" footer={hasFooter && <Footer order={order} />}>
      <Async of={query} loading={<RowsSkeleton />} isReady={work.isFetched} elsewhere={ownOrders}>
        {(shown) => <Details order={shown} taskId={work.data?.taskId ?? null} onEnd={refetch} />}
      </Async>
    </Page>
  )
}
