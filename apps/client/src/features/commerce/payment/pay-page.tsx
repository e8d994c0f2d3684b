import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { type PaymentResult, payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { pathOf } from '@yunji/contract/pages'
import { type ReactNode, useCallback } from 'react'
import { againPath } from '../../../shared/commerce/order-again.ts'
import { makesPhones, paidText } from '../../../shared/commerce/order-text.ts'
import { payScene } from '../../../shared/platform/wechat'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { ChooseView } from './choose-view.tsx'
import { type MethodRow, methodRows, methodToUse } from './methods.ts'
import { nextSteps } from './next-steps.ts'
import { useOrderGoods, useOrderWork } from './order-work.ts'
import { EndedView, RefundView, UnfinishedView, WaitingView } from './other-views.tsx'
import { PaidView } from './paid-view.tsx'
import styles from './payment.module.css'
import { type Payment, usePayment } from './use-payment.ts'

const CREATE = pathOf('Home/create')
const INSTANCE = pathOf('webView/web_instance')

interface TwoButtonsProps {
  readonly left: ReactNode
  readonly right: ReactNode
}

function TwoButtons({ left, right }: TwoButtonsProps) {
  return (
    <BottomBar>
      <Box className={styles.buttons}>
        <Box className={styles.half}>{left}</Box>
        <Box className={styles.half}>{right}</Box>
      </Box>
    </BottomBar>
  )
}

interface FrameProps {
  /** Result of the payment, which is the page's heading. */
  readonly title?: string | undefined
  readonly footer?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Frame({ title, footer, action, children }: FrameProps) {
  return (
    <Page
      route="pay/pay"
      footer={footer}
      action={action}
      hasOwnHeading={title !== undefined}
      {...(title !== undefined && { title })}
    >
      {children}
    </Page>
  )
}

const leave = (words: string) => (
  <TextLink tone="ink" to={pathOf('Home/index')}>
    {words}
  </TextLink>
)

interface OrderProps {
  readonly order: OrderInfo
  readonly payment: Payment
}

function Paid({ order, payment }: OrderProps) {
  const { refetch } = payment.query
  const onChange = useCallback(() => void refetch(), [refetch])
  const { task, ...bought } = useOrderWork(order, onChange)
  const kept = bought.phones.filter(({ isReturned }) => !isReturned)
  const [only] = kept
  const canEnter = order.status === OrderStatus.fulfilled && only && kept.length === 1
  const openPath = canEnter ? `${INSTANCE}?deviceId=${only.deviceId}&mode=control` : undefined
  const next = nextSteps[order.kind]
  const again = (
    <Button variant="outline" to={CREATE}>
      再来一台
    </Button>
  )
  const isEarly = next.isLater === true && order.status !== OrderStatus.fulfilled
  const go = (
    <Button isBusy={isEarly} busyText="正在生效" to={next.to}>
      {next.text}
    </Button>
  )
  return (
    <Frame
      title={payment.title}
      action={leave('完成')}
      footer={
        <Box className={styles.settling}>
          {makesPhones(order.kind) ? <TwoButtons left={again} right={go} /> : <BottomBar>{go}</BottomBar>}
        </Box>
      }
    >
      <PaidView order={order} title={payment.title} {...bought} task={task} openPath={openPath} />
    </Frame>
  )
}

interface PendingProps extends OrderProps {
  readonly rows: readonly MethodRow[]
  readonly row: MethodRow | undefined
}

function Choose({ order, payment, rows, row }: PendingProps) {
  return (
    <Frame
      footer={
        <BottomBar>
          <Button isBusy={payment.isBusy} isDisabled={!row} onTap={() => row && payment.pay(row.method)}>
            {row
              ? `${payMethodLabels[row.method].replace(/支付$/, '')}支付 ${paidText(order.payableCents, row.method)}`
              : rows.length > 0
                ? '请先充值'
                : '暂无可用的支付方式'}
          </Button>
        </BottomBar>
      }
    >
      <ChooseView
        order={order}
        rows={rows}
        chosen={row?.method}
        onChoose={payment.choose}
        onEnd={() => void payment.query.refetch()}
      />
    </Frame>
  )
}

/** The same buttons before and after a check: the page changes by itself then. */
function CheckButtons({ payment }: { readonly payment: Payment }) {
  const again = (
    <Button variant="outline" onTap={payment.chooseAgain}>
      换个方式
    </Button>
  )
  return <TwoButtons left={again} right={<Button onTap={payment.check}>我已付款</Button>} />
}

function Waiting({ order, payment }: OrderProps) {
  return (
    <Frame title={payment.title} footer={<CheckButtons payment={payment} />}>
      <WaitingView order={order} title={payment.title} />
    </Frame>
  )
}

function Unfinished({ order, payment, rows, row }: PendingProps) {
  const { title, attempt, cancellation } = payment
  const others = rows.filter(({ method, shortOf }) => method !== row?.method && shortOf === undefined)
  const isUnconfirmed = attempt === 'unconfirmed'
  const cancel = (
    <Button variant="outline" isBusy={cancellation.isBusy} onTap={cancellation.run}>
      放弃订单
    </Button>
  )
  const goOn = (
    <Button isBusy={payment.isBusy} onTap={() => (row ? payment.pay(row.method) : payment.chooseAgain())}>
      继续支付
    </Button>
  )
  return (
    <Frame
      title={title}
      action={leave('关闭')}
      footer={isUnconfirmed ? <CheckButtons payment={payment} /> : <TwoButtons left={cancel} right={goOn} />}
    >
      <UnfinishedView
        order={order}
        title={title}
        others={others}
        onPay={({ method }) => payment.pay(method)}
        onCancel={isUnconfirmed ? cancellation.run : undefined}
        onEnd={() => void payment.query.refetch()}
      />
    </Frame>
  )
}

/** A refunded, cancelled or expired order, with a way to buy the same. */
function Over({ order, payment }: OrderProps) {
  const { title, view } = payment
  const again = againPath(order.kind, useOrderGoods(order.orderId)) ?? pathOf('Home/index')
  const footer = (
    <BottomBar>
      <Button to={again}>重新下单</Button>
    </BottomBar>
  )
  return (
    <Frame title={title} action={leave('关闭')} footer={footer}>
      {view === 'refund' ? <RefundView order={order} title={title} /> : <EndedView order={order} title={title} />}
    </Frame>
  )
}

const ownOrders = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('user/orders')}>
    我的订单
  </Button>
)

interface PayPageProps {
  readonly orderId: number
  /** Result reported by the payment provider. */
  readonly returnedWith?: PaymentResult
}

/** Payment page of one order, in every state. */
export function PayPage({ orderId, returnedWith }: PayPageProps) {
  const payment = usePayment(orderId, returnedWith)
  const { order, view } = payment
  if (!order) {
    return (
      <Frame>
        <Async of={payment.query} loading={<RowsSkeleton />} elsewhere={ownOrders}>
          {() => null}
        </Async>
      </Frame>
    )
  }
  const rows = methodRows(order, payment.wallet.data, payScene)
  const row = methodToUse(rows, payment.method)
  switch (view) {
    case 'paid':
      return <Paid order={order} payment={payment} />
    case 'waiting':
      return <Waiting order={order} payment={payment} />
    case 'unfinished':
      return <Unfinished order={order} payment={payment} rows={rows} row={row} />
    case 'refund':
    case 'ended':
      return <Over order={order} payment={payment} />
    default:
      return <Choose order={order} payment={payment} rows={rows} row={row} />
  }
}
