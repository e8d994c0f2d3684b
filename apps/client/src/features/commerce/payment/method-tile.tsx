import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { wallet } from '../../../shared/ui/icon/account.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { bean, type IconDrawing } from '../../../shared/ui/icon/icons.ts'
import styles from './method-tile.module.css'

/** Two bubbles of talk, without the grid's stroke. */
const talk: IconDrawing =
  '<g fill="currentColor" stroke="none"><path d="M9.3 4C5 4 1.6 6.8 1.6 10.3c0 2 1.1 3.700 2.900 4.900l-.7 2.300 2.600-1.300c.9.3 1.900.4 2.900.4h.6a5.600 5.600 0 0 1-.2-1.500c0-3.300 3.100-5.900 7-5.900h.5C16.500 6.200 13.200 4 9.300 4Z"/><path d="M22.400 15c0-2.900-2.800-5.200-6.200-5.200S10 12.100 10 15s2.800 5.200 6.200 5.200c.8 0 1.500-.1 2.200-.3l2.100 1.100-.6-1.900c1.500-.9 2.500-2.400 2.500-4.100Z"/></g>'

interface MethodTileProps {
  readonly method: PayMethod
}

/** The sign of a way to pay, in its own colour. */
export function MethodTile({ method }: MethodTileProps) {
  switch (method) {
    case PayMethod.alipay:
      return (
        <Box className={classes(styles.tile, styles.alipay)} isDecoration>
          支
        </Box>
      )
    case PayMethod.wechat:
      return (
        <Box className={classes(styles.tile, styles.wechat)} isDecoration>
          <Icon of={talk} size={20} />
        </Box>
      )
    case PayMethod.beans:
      return (
        <Box className={classes(styles.tile, styles.beans)} isDecoration>
          <Icon of={bean} size={20} />
        </Box>
      )
    default:
      return (
        <Box className={classes(styles.tile, styles.balance)} isDecoration>
          <Icon of={wallet} size={20} />
        </Box>
      )
  }
}
