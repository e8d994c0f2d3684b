import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { useState } from 'react'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { down } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { back, forward } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import styles from './month-bar.module.css'
import { amountOf, type Month, monthAfter, monthLabel, monthsUpTo } from './statement-text.ts'

/** Months offered at once; earlier ones take further steps. */
const MONTHS_TO_CHOOSE = 12

interface MonthBarProps {
  readonly account: WalletAccount
  readonly month: Month
  readonly thisMonth: Month
  /** Undefined while loading. */
  readonly sums?: { readonly inCents: number; readonly outCents: number }
  readonly onChange: (month: Month) => void
}

/** Month selection with its totals. */
export function MonthBar({ account, month, thisMonth, sums, onChange }: MonthBarProps) {
  const [isOpen, setOpen] = useState(false)
  const isLatest = month >= thisMonth
  const choose = (chosen: Month) => {
    onChange(chosen)
    setOpen(false)
  }
  return (
    <>
      <Box className={styles.months}>
        <Tap className={styles.step} label="上个月" onTap={() => onChange(monthAfter(month, -1))}>
          <Icon of={back} size={20} />
        </Tap>
        <Tap className={styles.month} onTap={() => setOpen(true)}>
          {monthLabel(month)}
          <Icon of={down} size={16} />
        </Tap>
        <Tap
          className={isLatest ? styles.off : styles.step}
          label="下个月"
          isDisabled={isLatest}
          onTap={() => onChange(monthAfter(month, 1))}
        >
          <Icon of={forward} size={20} />
        </Tap>
      </Box>
      <Box className={styles.sums} live="polite">
        <Box className={styles.sum}>
          收入
          <Box className={styles.figure}>{sums ? amountOf(account, sums.inCents) : '--'}</Box>
        </Box>
        <Box className={styles.sum}>
          支出
          <Box className={styles.figure}>{sums ? amountOf(account, sums.outCents) : '--'}</Box>
        </Box>
      </Box>
      <Sheet isOpen={isOpen} title="选择月份" onClose={() => setOpen(false)}>
        <Box className={styles.choices}>
          <OptionGrid label="月份" isWide>
            {monthsUpTo(thisMonth, MONTHS_TO_CHOOSE).map((each) => (
              <OptionTile key={each} title={monthLabel(each)} isSelected={each === month} onTap={() => choose(each)} />
            ))}
          </OptionGrid>
        </Box>
      </Sheet>
    </>
  )
}
