import { RETURN_RULE_TEXT } from '@yunji/contract/devices/rental/rules'
import { formatYuan } from '@yunji/contract/display/money'
import { FactRow } from '../ui/card/fact-row.tsx'
import { Box } from '../ui/elements/elements'
import { Price } from '../ui/price/price.tsx'
import styles from './breakdown.module.css'

interface BreakdownProps {
  readonly lines: readonly { readonly label: string; readonly amountCents: number }[]
  readonly payableCents: number
  /** Label of the sum; 应付 until it is paid. */
  readonly sumName?: string
}

const amountText = (cents: number): string => `${cents < 0 ? '-' : ''}¥${formatYuan(Math.abs(cents))}`

/** Price lines as the server calculated them, and their sum. */
export function Breakdown({ lines, payableCents, sumName = '应付' }: BreakdownProps) {
  // Two products of one order have lines of the same name.
  const rows = lines.map((line, index) => ({ ...line, key: String(index) }))
  return (
    <>
      {rows.map(({ key, label, amountCents }) => (
        <FactRow key={key} name={label}>
          <Box as="span" className={amountCents < 0 ? styles.saving : undefined}>
            {amountText(amountCents)}
          </Box>
        </FactRow>
      ))}
      <Box className={styles.sum}>
        {sumName}
        <Price cents={payableCents} size={20} />
      </Box>
    </>
  )
}

/** Return rule, shown before the purchase. */
export function ReturnRule() {
  return (
    <Box as="p" className={styles.rule}>
      {RETURN_RULE_TEXT}
    </Box>
  )
}
