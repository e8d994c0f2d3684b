import { getWallet } from '@yunji/contract/commerce/wallet/calls'
import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { classes } from '../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { forward } from '../../../shared/ui/icon/icons.ts'
import { dataUriOf } from '../../../shared/ui/icon/svg.ts'
import styles from './wallet-card.module.css'

const bean = (transform: string): string =>
  `<g transform="${transform}"><path d="M-6-15C3-19 13-15 17-7c5 9 5 23-4 29-8 6-17 2-19-6-2-6 2-10-2-15-5-5-6-13 2-16Z" fill="url(#b)"/><path d="M5-8c4 1 6 4 7 9" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none" opacity=".9"/></g>`

const places = [
  'translate(78 24) rotate(18) scale(1.5)',
  'translate(30 62) rotate(-22) scale(1.05)',
  'translate(92 84) rotate(40) scale(.8)',
] as const

/** A handful of beans, for the corner of the card that counts them. */
const beansDrawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 120"><defs><linearGradient id="b" x2="1" y2="1"><stop stop-color="#ffe7b0"/><stop offset="1" stop-color="#f7b84b"/></linearGradient></defs>${places.map(bean).join('')}</svg>`

interface WalletCardProps {
  readonly account: WalletAccount
}

/** Balance card at the top of the recharge page. */
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
