import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { gift } from '../../../shared/ui/icon/account.ts'
import { Async } from '../../../shared/ui/status/async.tsx'
import { AmountField } from './amount-field.tsx'
import type { BeanOrder } from './bean-order.ts'
import { type BeanOffer, beanLimits } from './choice.ts'
import { OwnAmountTile } from './own-amount-tile.tsx'
import { PacksSkeleton } from './packs-skeleton.tsx'
import styles from './recharge.module.css'

const yuan = (cents: number) => formatYuan(cents, { dropsZeros: true })

interface OwnProps {
  readonly order: BeanOrder
}

function Packs({ offer, order }: OwnProps & { readonly offer: BeanOffer }) {
  const { chosen, choose, typed, type, choice } = order
  return (
    <Box className={styles.section}>
      <SectionTitle note="1 元 = 100 云豆">充值数量</SectionTitle>
      <OptionGrid label="充值数量" isWide>
        {offer.packs.map(({ id, beansCents, bonusCents, priceCents }, index) => (
          <OptionTile
            key={id}
            title={formatBeans(beansCents)}
            isTitleLarge
            note={`¥${yuan(priceCents)}`}
            tip={bonusCents > 0 ? `送 ${formatBeans(bonusCents)}` : undefined}
            isSelected={chosen === index}
            onTap={() => choose(index)}
          />
        ))}
        <OwnAmountTile isHigh isSelected={chosen === 'custom'} onTap={() => choose('custom')} />
      </OptionGrid>
      {chosen === 'custom' && (
        <Box className={styles.custom}>
          <AmountField
            value={typed}
            onChange={type}
            hint={`${beanLimits(offer)}，自定义数量没有赠送`}
            error={typed !== '' && !choice ? `请输入 ${beanLimits(offer)}的整数` : undefined}
          />
        </Box>
      )}
    </Box>
  )
}

/** Beans, in packs or by an amount of one's own. */
export function BeanRecharge({ order }: OwnProps) {
  const { offer, choice, coupons } = order
  const used = choice && coupons.chosen?.coupon
  return (
    <Async of={offer} loading={<PacksSkeleton />}>
      {(data) => (
        <>
          <Packs offer={data} order={order} />
          <Box className={styles.more}>
            {choice && (
              <Card>
                <CouponCell choice={coupons} />
              </Card>
            )}
            {used?.couponType === CouponType.firstRechargeCoupon && (
              <Box className={styles.first}>
                <NoticeBar icon={gift} text={`首次充值立减 ¥${yuan(used.parValue)}`} />
              </Box>
            )}
          </Box>
          <Box as="ul" className={styles.notes}>
            <Box as="li">云豆可用于按时计费、购买、续费和更换区域</Box>
            <Box as="li">充值成功后即时到账，不可提现</Box>
          </Box>
        </>
      )}
    </Async>
  )
}
