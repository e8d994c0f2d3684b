import { formatYuan } from '@yunji/contract/display/money'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Async } from '../../../shared/ui/status/async.tsx'
import { AmountField } from './amount-field.tsx'
import type { BalanceOrder } from './balance-order.ts'
import { balanceLimits } from './choice.ts'
import { OwnAmountTile } from './own-amount-tile.tsx'
import { PacksSkeleton } from './packs-skeleton.tsx'
import styles from './recharge.module.css'

interface BalanceRechargeProps {
  readonly order: BalanceOrder
}

/** Money to keep, for whatever comes. */
export function BalanceRecharge({ order }: BalanceRechargeProps) {
  const { offer, chosen, choose, typed, type, payableCents } = order
  return (
    <Async of={offer} loading={<PacksSkeleton />}>
      {(data) => (
        <Box className={styles.section}>
          <SectionTitle note={balanceLimits(data)}>充值金额</SectionTitle>
          <OptionGrid label="充值金额" isWide>
            {data.amountsCents.map((cents, index) => (
              <OptionTile
                key={cents}
                title={`¥${formatYuan(cents, { dropsZeros: true })}`}
                isTitleLarge
                isSelected={chosen === index}
                onTap={() => choose(index)}
              />
            ))}
            <OwnAmountTile isSelected={chosen === 'custom'} onTap={() => choose('custom')} />
          </OptionGrid>
          {chosen === 'custom' && (
            <Box className={styles.custom}>
              <AmountField
                value={typed}
                onChange={type}
                hint={balanceLimits(data)}
                error={typed !== '' && payableCents === undefined ? `请输入 ${balanceLimits(data)}的整数` : undefined}
              />
            </Box>
          )}
          <Box as="ul" className={styles.plain}>
            <Box as="li">余额可以支付任何订单，也可以用来自动续费</Box>
            <Box as="li">充值成功后即时到账，不可提现</Box>
          </Box>
        </Box>
      )}
    </Async>
  )
}
