import type { ActivationGoods } from '@yunji/contract/commerce/activation/schema'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { hoursText } from '../../../shared/commerce/order-text.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { NumberBox } from '../../../shared/ui/field/number-box.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noCoupons } from '../../../shared/ui/status/illustrations.ts'
import styles from './activation.module.css'
import type { CodeOrder } from './code-order.ts'
import { hardwareText } from './code-text.ts'

/** Groups offers by model. */
const modelsOf = (goods: readonly ActivationGoods[]): readonly (readonly ActivationGoods[])[] => {
  const models = new Map<number, ActivationGoods[]>()
  for (const each of goods) models.set(each.configId, [...(models.get(each.configId) ?? []), each])
  return [...models.values()]
}

interface CodeShopProps {
  readonly order: CodeOrder
}

function Model({ codes, order }: CodeShopProps & { readonly codes: readonly ActivationGoods[] }) {
  const [first] = codes
  if (!first) return null
  return (
    <Card isPadded>
      <Box className={styles.top}>
        <Box className={styles.given}>{first.goodsName}</Box>
        <LevelBadge level={first.goodsLevel} />
      </Box>
      <Box className={styles.hardware}>{hardwareText(first)}</Box>
      <OptionGrid label={first.goodsName}>
        {codes.map(({ id, goodTime, goodPrice }) => (
          <OptionTile
            key={id}
            title={hoursText(goodTime)}
            value={<Price cents={goodPrice} dropsZeros />}
            isSelected={order.chosen?.id === id}
            onTap={() => order.choose(id)}
          />
        ))}
      </OptionGrid>
    </Card>
  )
}

/** Codes to buy, for oneself or for others. */
export function CodeShop({ order }: CodeShopProps) {
  const { offer, chosen, quantity, setQuantity, coupons } = order
  return (
    <Async
      of={offer}
      loading={<RowsSkeleton rows={5} />}
      isEmpty={({ goods }) => goods.length === 0}
      empty={<Empty illustration={noCoupons} title="暂时没有可买的激活码" hint="请稍后再来看看" />}
    >
      {({ goods }) => (
        <Box>
          {modelsOf(goods).map((codes) => (
            <Model key={codes[0]?.configId} codes={codes} order={order} />
          ))}
          <Card>
            <Cell
              title="数量"
              sub={chosen && `购买后 ${chosen.validDays} 天内有效`}
              value={<NumberBox label="数量" value={quantity} maximum={ORDER_MAXIMUM_PHONES} onChange={setQuantity} />}
            />
            <CouponCell choice={coupons} />
          </Card>
          <Box className={styles.about}>
            <SectionTitle>说明</SectionTitle>
            <Box as="p">一个激活码可以兑换一台新的云手机，也可以为同配置的设备续费。未使用的激活码可以转送他人。</Box>
          </Box>
        </Box>
      )}
    </Async>
  )
}
