import { Link } from '@tanstack/react-router'
import { OrderStatus, orderKinds, orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import { PayMethod, payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { noticeReasonLabels, orderKindLabels, providerLabels } from '@yunji/contract/operator/labels'
import { getOrder, searchOrders } from '@yunji/contract/operator/order-calls'
import { recheckPayment } from '@yunji/contract/operator/payment-calls'
import type { OrderRecord } from '@yunji/contract/operator/records'
import type { CallData } from '@yunji/contract/wire/call'
import type { ReactNode } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { Async, Card, Facts, Tag } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { DeviceStateBadge, OrderStatusBadge, time } from './labels.tsx'
import { RefundOrder } from './refunds.tsx'

type Order = CallData<typeof getOrder>

const methodName = (method: PayMethod | null): string => (method === null ? '--' : payMethodLabels[method])

const columns: readonly Column<OrderRecord>[] = [
  { id: 'orderId', title: '订单号', cell: ({ orderId }) => `#${orderId}` },
  { id: 'user', title: '用户', cell: ({ userId, maskedPhone }) => maskedPhone || `#${userId}` },
  { id: 'title', title: '商品', cell: ({ title }) => title },
  { id: 'kind', title: '种类', cell: ({ kind }) => orderKindLabels[kind] },
  { id: 'payMethod', title: '方式', cell: ({ payMethod }) => methodName(payMethod) },
  {
    id: 'payableCents',
    title: '金额',
    align: 'right',
    cell: ({ payableCents }) => money(payableCents),
    sortBy: ({ payableCents }) => payableCents,
  },
  { id: 'orderStatus', title: '状态', cell: ({ orderStatus }) => <OrderStatusBadge of={orderStatus} /> },
  { id: 'createdAt', title: '下单', cell: ({ createdAt }) => time(createdAt) },
  { id: 'paidAt', title: '支付', cell: ({ paidAt }) => time(paidAt), isExtra: true },
]

export default function OrdersPage() {
  return (
    <ListPage
      id="orders"
      call={searchOrders}
      paging="keyset"
      actions={<ExportButton list="orders" />}
      columns={columns}
      rowId={({ orderId }) => String(orderId)}
      searches={[
        { name: 'text', label: '订单号、交易号或手机号' },
        { name: 'userId', label: '用户编号' },
        { name: 'minimumYuan', label: '应付不少于（元）' },
        { name: 'maximumYuan', label: '应付不多于（元）' },
      ]}
      filters={[
        {
          name: 'orderStatus',
          label: '状态',
          options: Object.values(OrderStatus).map((status) => [String(status), orderStatusLabels[status]] as const),
        },
        { name: 'kind', label: '种类', options: orderKinds.map((kind) => [kind, orderKindLabels[kind]] as const) },
        {
          name: 'payMethod',
          label: '方式',
          options: Object.values(PayMethod).map((method) => [String(method), payMethodLabels[method]] as const),
        },
        { name: 'sort', label: '排序', any: '新的在前', options: [['oldest', '旧的在前']] },
      ]}
      days="下单时间"
      empty="还没有订单"
      openTitle={(id) => `订单 #${id}`}
      renderOpen={(id) => <OrderDetail key={id} orderId={id} />}
    />
  )
}

function OrderDetail({ orderId }: { readonly orderId: string }) {
  const order = useCall(getOrder, { orderId })
  return <Async of={order}>{(read) => <OrderView order={read} />}</Async>
}

const eventNames: Readonly<Record<Order['timeline'][number]['event'], string>> = {
  created: '下单',
  paid: '支付',
  fulfilled: '完成',
  cancelled: '取消',
  expired: '过期',
  refundAsked: '申请退款',
  refunded: '已退款',
}
const refundStates = { waiting: '退款中', refunded: '已退款', manual: '需要人工处理' } as const

function OrderView({ order }: { readonly order: Order }) {
  const maySeeUsers = useRight('users.read')
  const maySeeDevices = useRight('devices.read')
  const user = order.maskedPhone || `#${order.userId}`
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <OrderStatusBadge key="status" of={order.orderStatus} />],
          ['商品', order.title],
          ['种类', orderKindLabels[order.kind]],
          [
            '用户',
            maySeeUsers ? (
              <Link key="user" to="/users" search={{ open: String(order.userId) } as never}>
                {user}
              </Link>
            ) : (
              user
            ),
          ],
          ['总价', money(order.totalCents)],
          ['优惠券', order.coupon ? `${order.coupon.name}，减 ${money(order.couponCents)}` : null],
          ['抵扣', order.creditCents > 0 ? money(order.creditCents) : null],
          ['应付', money(order.payableCents)],
          ['支付方式', methodName(order.payMethod)],
          ['未完成的原因', order.failure],
        ]}
      />
      <RefundOrder orderId={order.orderId} />
      <Lines
        title="经过"
        of={order.timeline.map(({ at, event, amountCents }) => [
          `${eventNames[event]}${amountCents === undefined ? '' : ` ${money(amountCents)}`}`,
          time(at),
        ])}
      />
      <Lines
        title="明细"
        of={order.lines.map(({ productId, quantity, unitPriceCents }) => [
          `商品 #${productId} × ${quantity}`,
          money(unitPriceCents),
        ])}
      />
      <Lines
        title="支付"
        of={order.payments.map((payment) => [
          <>
            {providerLabels[payment.provider]} {payment.outTradeNo} {payment.isSettling && <Tag tone="run">有效</Tag>}
            {payment.paidAt === null && <RecheckPayment paymentId={payment.paymentId} />}
          </>,
          money(payment.amountCents),
        ])}
      />
      <Lines
        title="退款"
        of={order.refunds.map((refund) => [
          <>
            {refund.outRefundNo}{' '}
            <Tag tone={refund.state === 'manual' ? 'dead' : 'off'}>{refundStates[refund.state]}</Tag> {refund.failure}
          </>,
          money(refund.amountCents),
        ])}
      />
      <Lines
        title="设备"
        of={order.devices.map(({ deviceId, name, state }) => [
          maySeeDevices ? (
            <Link key="device" to="/devices" search={{ open: String(deviceId) } as never}>
              #{deviceId} {name}
            </Link>
          ) : (
            `#${deviceId} ${name}`
          ),
          <DeviceStateBadge key="state" of={state} />,
        ])}
      />
    </div>
  )
}

/** For money that the provider has and no notice has told of. */
function RecheckPayment({ paymentId }: { readonly paymentId: number }) {
  const mayRecheck = useRight('orders.refund')
  const recheck = useWrite(recheckPayment, {
    onDone: ({ isBooked, reason }) =>
      isBooked ? showToast('已入账') : showToast(`未入账：${noticeReasonLabels[reason] ?? reason}`, 'error'),
  })
  if (!mayRecheck) return null
  return (
    <Button isBusy={recheck.isPending} onClick={() => recheck.mutate({ paymentId })}>
      向支付平台查询
    </Button>
  )
}

interface LinesProps {
  readonly title: string
  readonly of: readonly (readonly [what: ReactNode, value: ReactNode])[]
}

/** Left out without any line. */
function Lines({ title, of }: LinesProps) {
  if (of.length === 0) return null
  return (
    <Card title={title}>
      <ul className={styles.lines}>
        {of.map(([what, value], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other key and never move
          <li key={index}>
            <span>{what}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
