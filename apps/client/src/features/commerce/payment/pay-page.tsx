import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { type PaymentResult, payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { formatYuan } from '@yunji/contract/display/money'
import { pathOf } from '@yunji/contract/pages'
import { type ReactNode, useCallback } from 'react'
import { makesPhones } from '../../../shared/commerce/order-text.ts'
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
import { againPaths, nextSteps } from './next-steps.ts'
import { useOrderWork } from './order-work.ts'
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
  readonly footer?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Frame({ footer, action, children }: FrameProps) {
  return (
    <Page route="pay/pay" footer={footer} action={action}>
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
  const { phones, task } = useOrderWork(order, onChange)
  const kept = phones.filter(({ isReturned }) => !isReturned)
  const [only] = kept
  const canEnter = order.status === OrderStatus.fulfilled && only && kept.length === 1
  const next = canEnter
    ? { text: '打开云手机', to: `${INSTANCE}?deviceId=${only.deviceId}&mode=control` }
    : nextSteps[order.kind]
  const again = (
    <Button variant="outline" to={CREATE}>
      再来一台
    </Button>
  )
  const go = <Button to={next.to}>{next.text}</Button>
  return (
    <Frame
      action={leave('完成')}
      footer={makesPhones(order.kind) ? <TwoButtons left={again} right={go} /> : <BottomBar>{go}</BottomBar>}
    >
      <PaidView order={order} phones={phones} task={task} />
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
              ? `${payMethodLabels[row.method].replace(/支付$/, '')}支付 ¥${formatYuan(order.payableCents)}`
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

function Waiting({ order, payment }: OrderProps) {
  const check = <Button onTap={payment.check}>我已付款</Button>
  const again = (
    <Button variant="outline" onTap={payment.chooseAgain}>
      换个方式
    </Button>
  )
  return (
    <Frame footer={<TwoButtons left={again} right={check} />}>
      <WaitingView order={order} />
    </Frame>
  )
}

function Unfinished({ order, payment, rows, row }: PendingProps) {
  const { attempt } = payment
  const others = rows.filter(({ method, shortOf }) => method !== row?.method && shortOf === undefined)
  const cancel = (
    <Button variant="outline" isBusy={payment.cancellation.isBusy} onTap={payment.cancellation.run}>
      放弃订单
    </Button>
  )
  const goOn = (
    <Button isBusy={payment.isBusy} onTap={() => (row ? payment.pay(row.method) : payment.chooseAgain())}>
      继续支付
    </Button>
  )
  return (
    <Frame action={leave('关闭')} footer={<TwoButtons left={cancel} right={goOn} />}>
      <UnfinishedView
        order={order}
        attempt={attempt && attempt !== 'away' ? attempt : 'unconfirmed'}
        others={others}
        onPay={({ method }) => payment.pay(method)}
        onCheck={payment.check}
        onEnd={() => void payment.query.refetch()}
      />
    </Frame>
  )
}

const buyAgain = ({ kind }: OrderInfo) => (
  <BottomBar>
    <Button to={againPaths[kind]}>重新下单</Button>
  </BottomBar>
)

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
      return (
        <Frame action={leave('关闭')} footer={buyAgain(order)}>
          <RefundView order={order} />
        </Frame>
      )
    case 'ended':
      return (
        <Frame action={leave('关闭')} footer={buyAgain(order)}>
          <EndedView order={order} />
        </Frame>
      )
    default:
      return <Choose order={order} payment={payment} rows={rows} row={row} />
  }
}
