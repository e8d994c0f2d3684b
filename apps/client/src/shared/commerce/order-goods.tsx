import type { OrderGoods, OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { ReactNode } from 'react'
import { client } from '../platform/app/client'
import { LevelBadge } from '../ui/badge/level-badge.tsx'
import { Box } from '../ui/elements/elements'
import { Picture } from '../ui/picture/picture'
import { BeansPrice, Price } from '../ui/price/price.tsx'
import styles from './order-goods.module.css'
import { isPaidInBeans, makesPhones, titleText } from './order-text.ts'

/** Picture of the model that an order is about. */
export function GoodsPicture({ goods: { picture } }: { readonly goods: OrderGoods }) {
  return <Picture className={styles.picture} src={client.apiBase + picture} />
}

interface OrderGoodsSummaryProps {
  readonly order: Pick<OrderInfo, 'kind' | 'title'>
  /** Null while it loads, and for orders about something else. */
  readonly goods: OrderGoods | null
  /** Zone, end, amount. */
  readonly facts: readonly string[]
  readonly children?: ReactNode
}

/** Goods of an order: picture, name, level and facts. */
export function OrderGoodsSummary({ order: { kind, title }, goods, facts, children }: OrderGoodsSummaryProps) {
  const name = goods && makesPhones(kind) && kind !== 'bigUser' ? goods.goodsName : title
  return (
    <Box className={styles.summary}>
      {goods && <GoodsPicture goods={goods} />}
      <Box className={styles.words}>
        <Box className={styles.top}>
          <Box as="h2" className={styles.name}>
            {titleText(name)}
          </Box>
          {goods && <LevelBadge level={goods.goodsLevel} />}
        </Box>
        {facts.length > 0 && <Box className={styles.facts}>{facts.join('，')}</Box>}
      </Box>
      {children}
    </Box>
  )
}

interface OrderPriceProps {
  readonly order: Pick<OrderInfo, 'payableCents' | 'payMethod' | 'payMethods'>
  readonly size?: 16 | 20 | 28
}

/** Amount of an order, in beans where it is paid in beans. */
export function OrderPrice({ order, size }: OrderPriceProps) {
  const { payableCents } = order
  return isPaidInBeans(order) ? (
    <BeansPrice cents={payableCents} size={size} />
  ) : (
    <Price cents={payableCents} size={size} />
  )
}
