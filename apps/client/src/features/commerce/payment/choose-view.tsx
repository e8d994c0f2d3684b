import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { isPaidInBeans, titleText } from '../../../shared/commerce/order-text.ts'
import { rechargePath } from '../../../shared/navigation/page-paths.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { ChoiceGroup } from '../../../shared/ui/choice/choice-group'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { shield } from '../../../shared/ui/icon/icons.ts'
import { BeansPrice, Price } from '../../../shared/ui/price/price.tsx'
import { MethodTile } from './method-tile.tsx'
import type { MethodRow } from './methods.ts'
import styles from './payment.module.css'

function ShortRow({ row }: { readonly row: MethodRow & { readonly shortOf: 'beans' | 'balance' } }) {
  return (
    <Cell
      leading={
        <Box className={styles.faint}>
          <MethodTile method={row.method} />
        </Box>
      }
      title={<Box className={styles.faintName}>{row.name}</Box>}
      isTitleLarge
      sub={row.note}
      value={<TextLink to={rechargePath(row.shortOf)}>去充值</TextLink>}
    />
  )
}

interface ChooseViewProps {
  readonly order: OrderInfo
  readonly rows: readonly MethodRow[]
  readonly chosen: PayMethod | undefined
  readonly onChoose: (method: PayMethod) => void
  readonly onEnd: () => void
}

/** Amount, deadline and payment methods. */
export function ChooseView({ order, rows, chosen, onChoose, onEnd }: ChooseViewProps) {
  return (
    <>
      <Box className={styles.due}>
        <Box className={styles.dueName}>应付金额</Box>
        {chosen === PayMethod.beans || isPaidInBeans(order) ? (
          <BeansPrice cents={order.payableCents} size={28} />
        ) : (
          <Price cents={order.payableCents} size={28} />
        )}
        <Box className={styles.time}>
          剩余支付时间
          <Countdown endsAtMs={order.expiresAt} clock={serverClock} onEnd={onEnd} isBoxed />
        </Box>
      </Box>
      <Card>
        <ChoiceGroup role="radiogroup" label="支付方式">
          {rows.map(({ shortOf, ...row }) =>
            shortOf ? (
              <ShortRow key={row.method} row={{ ...row, shortOf }} />
            ) : (
              <Cell
                key={row.method}
                leading={<MethodTile method={row.method} />}
                title={
                  <Box className={styles.method}>
                    {row.name}
                    {row.method === PayMethod.alipay && <Tag tone="brand">推荐</Tag>}
                  </Box>
                }
                isTitleLarge
                sub={row.note}
                choice="radio"
                isChecked={row.method === chosen}
                onTap={() => onChoose(row.method)}
              />
            ),
          )}
        </ChoiceGroup>
      </Card>
      <Card className={styles.facts}>
        <FactRow name="商品">{titleText(order.title)}</FactRow>
        <FactRow name="订单号">{String(order.orderId)}</FactRow>
      </Card>
      <Box className={styles.safe}>
        <Icon of={shield} size={16} />
        支付环境安全，价格以下单时为准
      </Box>
    </>
  )
}
