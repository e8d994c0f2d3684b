import { type WalletAccount, walletAccounts } from '@yunji/contract/commerce/wallet/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import { useState } from 'react'
import { statementPath } from '../../../shared/navigation/page-paths.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { useBalanceOrder } from './balance-order.ts'
import { BalanceRecharge } from './balance-recharge.tsx'
import { useBeanOrder } from './bean-order.ts'
import { BeanRecharge } from './bean-recharge.tsx'
import styles from './recharge.module.css'
import { WalletCard } from './wallet-card.tsx'

const sides: Readonly<Record<WalletAccount, string>> = { beans: '充值云豆', balance: '充值余额' }

interface RechargePageProps {
  readonly initialAccount: WalletAccount
}

/** Beans, and the balance beside them. */
export function RechargePage({ initialAccount }: RechargePageProps) {
  const [account, setAccount] = useState(initialAccount)
  const beans = useBeanOrder()
  const balance = useBalanceOrder()
  const isBeans = account === 'beans'
  const { payableCents, isBusy, buy } = isBeans ? beans : balance
  const note = isBeans
    ? beans.choice && `到账 ${formatBeans(beans.choice.beansCents)} 云豆`
    : payableCents !== undefined && `到账 ¥${formatYuan(payableCents)}`
  return (
    <Page
      route="user/recharge"
      title={isBeans ? '我的云豆' : '账户余额'}
      action={
        <TextLink tone="ink" to={statementPath(account)}>
          明细
        </TextLink>
      }
      footer={
        <BottomBar summary={<Price cents={payableCents ?? null} size={28} />} note={note || '请选择充值金额'}>
          <Button
            isBusy={isBusy}
            isDisabled={payableCents === undefined || (isBeans && beans.coupons.isOpen)}
            onTap={buy}
          >
            立即充值
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.sides}>
        <Segmented
          label="充值什么"
          value={account}
          onChange={setAccount}
          options={walletAccounts.map((value) => ({ value, label: sides[value] }))}
        />
      </Box>
      <WalletCard account={account} />
      {isBeans ? <BeanRecharge order={beans} /> : <BalanceRecharge order={balance} />}
    </Page>
  )
}
