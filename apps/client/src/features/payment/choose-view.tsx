import { PayMethod } from '@yunji/contract/order/enums'
import type { OrderInfo } from '@yunji/contract/order/schema'
import { rechargePath } from '../../shared/navigation/wallet-path.ts'
import { titleText } from '../../shared/order/title-text.ts'
import { serverClock } from '../../shared/platform/server-clock.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Cell } from '../../shared/ui/cell.tsx'
import { ChoiceGroup } from '../../shared/ui/choice-group'
import { Countdown } from '../../shared/ui/countdown.tsx'
import { Box } from '../../shared/ui/elements'
import { FactRow } from '../../shared/ui/fact-row.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { shield } from '../../shared/ui/icons.ts'
import { Price } from '../../shared/ui/price.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
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

/** What is to be paid, until when, and with what. */
export function ChooseView({ order, rows, chosen, onChoose, onEnd }: ChooseViewProps) {
  return (
    <>
      <Box className={styles.due}>
        <Box className={styles.dueName}>应付金额</Box>
        <Price cents={order.payableCents} size={28} />
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
