import { OrderStatus, orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import type { ListedOrder } from '@yunji/contract/commerce/order/schema'
import { formatDate } from '@yunji/contract/display/time'
import { againPath } from '../../../shared/commerce/order-again.ts'
import { GoodsPicture, OrderPrice } from '../../../shared/commerce/order-goods.tsx'
import { titleText } from '../../../shared/commerce/order-text.ts'
import { orderPath, payPath } from '../../../shared/navigation/page-paths.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { type SwipeAction, SwipeRow } from '../../../shared/ui/card/swipe-row.tsx'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import styles from './order-card.module.css'
import { kindIcons, statusTones } from './order-displays.ts'
import { isOver, useCancelOrder } from './orders.ts'

interface OrderCardProps {
  readonly order: ListedOrder
  /** Called when the time to pay is over. */
  readonly onEnd: () => void
}

/** Card of an order: title, amount, state and actions. */
export function OrderCard({ order, onEnd }: OrderCardProps) {
  const { orderId, kind, title, status, createdAt, expiresAt, goods } = order
  const isPending = status === OrderStatus.pending
  const cancellation = useCancelOrder()
  const again = isOver(status) ? againPath(kind, goods) : undefined
  const swipeActions: SwipeAction[] = [
    ...(isPending ? [{ text: '取消', isDanger: true, onTap: () => cancellation.run(order) }] : []),
    ...(isPending ? [{ text: '去支付', onTap: () => void openPage(payPath(orderId)) }] : []),
    ...(again ? [{ text: '再买', onTap: () => void openPage(again) }] : []),
  ]
  return (
    <Card>
      <SwipeRow actions={swipeActions}>
        <Tap className={styles.face} to={orderPath(orderId)}>
          {goods ? <GoodsPicture goods={goods} /> : <IconTile of={kindIcons[kind]} size={48} />}
          <Box className={styles.words}>
            <Box className={styles.top}>
              <Box as="h2" className={styles.title}>
                {titleText(title)}
              </Box>
              <Tag tone={statusTones[status]}>{orderStatusLabels[status]}</Tag>
            </Box>
            <Box className={styles.facts}>
              <Box className={styles.note}>{formatDate(createdAt, 'YYYY-MM-DD HH:mm')}</Box>
              <OrderPrice order={order} />
            </Box>
          </Box>
        </Tap>
        {isPending && (
          <Box className={styles.foot}>
            <Box className={styles.left}>
              剩余 <Countdown endsAtMs={expiresAt} clock={serverClock} onEnd={onEnd} />
            </Box>
            <Button variant="outline" size="small" isBusy={cancellation.isBusy} onTap={() => cancellation.run(order)}>
              取消订单
            </Button>
            <Button variant="tint" size="small" to={payPath(orderId)}>
              去支付
            </Button>
          </Box>
        )}
        {again && (
          <Box className={styles.again}>
            <Button variant="outline" size="small" to={again}>
              再次购买
            </Button>
          </Box>
        )}
      </SwipeRow>
    </Card>
  )
}
