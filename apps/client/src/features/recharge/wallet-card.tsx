import { formatBeans } from '@yunji/contract/display/beans'
import { formatYuan } from '@yunji/contract/display/money'
import { pathOf } from '@yunji/contract/navigation/pages'
import { getWallet } from '@yunji/contract/wallet/calls'
import type { WalletAccount } from '@yunji/contract/wallet/schema'
import { useCall } from '../../shared/api/query.ts'
import { useReturn } from '../../shared/platform/use-return.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Box, Tap } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import { forward } from '../../shared/ui/icons.ts'
import { dataUriOf } from '../../shared/ui/svg.ts'
import { beansDrawing } from './beans-drawing.ts'
import styles from './wallet-card.module.css'

interface WalletCardProps {
  readonly account: WalletAccount
}

/** What somebody has, on top of the page that adds to it. */
export function WalletCard({ account }: WalletCardProps) {
  const { data, refetch } = useCall(getWallet, {})
  useReturn(() => void refetch())
  const isBeans = account === 'beans'
  return (
    <Box className={styles.card}>
      {isBeans && <Box className={styles.beans} style={{ backgroundImage: dataUriOf(beansDrawing) }} isDecoration />}
      <Box className={styles.name}>{isBeans ? '当前云豆' : '账户余额'}</Box>
      <Box className={styles.figure} live="polite">
        {isBeans ? (
          formatBeans(data?.beansCents)
        ) : (
          <>
            <Box as="span" className={styles.sign}>
              ¥
            </Box>
            {formatYuan(data?.balanceCents)}
          </>
        )}
      </Box>
      {isBeans ? (
        <Tap className={styles.link} to={pathOf('CloudBeanToMonthly/index')}>
          转为包月套餐
          <Icon of={forward} size={16} />
        </Tap>
      ) : (
        <Box className={classes(styles.link, styles.note)}>可用于购买和续费，不可提现</Box>
      )}
    </Box>
  )
}
