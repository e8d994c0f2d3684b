import { entryReasonLabels, type StatementEntry, type WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { formatDate } from '@yunji/contract/display/time'
import { orderPath } from '../../../shared/navigation/page-paths.ts'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { entryIcons } from './entry-icons.ts'
import styles from './statement.module.css'
import { amountOf, changeOf } from './statement-text.ts'

interface StatementRowProps {
  readonly account: WalletAccount
  readonly entry: StatementEntry
}

/** Row of a ledger entry with the balance after it; links to its order. */
export function StatementRow({ account, entry }: StatementRowProps) {
  const { reason, amountCents, balanceCents, orderId, createdAt } = entry
  const isIn = amountCents > 0
  return (
    <Cell
      leading={<IconTile of={entryIcons[reason]} tone={isIn ? 'run' : 'plain'} />}
      title={entryReasonLabels[reason]}
      sub={
        <>
          <Box className={styles.when}>{formatDate(createdAt, 'MM/DD HH:mm')}</Box>
          {orderId !== null && <Box className={styles.when}>{`订单 ${orderId}`}</Box>}
        </>
      }
      value={
        <>
          <Box className={classes(styles.change, isIn && styles.in)}>{changeOf(account, amountCents)}</Box>
          <Box className={styles.left}>{`结余 ${amountOf(account, balanceCents)}`}</Box>
        </>
      }
      to={orderId === null ? undefined : orderPath(orderId)}
    />
  )
}
