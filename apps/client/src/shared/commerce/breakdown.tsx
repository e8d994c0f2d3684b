import { RETURN_RULE_TEXT } from '@yunji/contract/devices/rental/rules'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import { FactRow } from '../ui/card/fact-row.tsx'
import { Box } from '../ui/elements/elements'
import { BeansPrice, Price } from '../ui/price/price.tsx'
import styles from './breakdown.module.css'

interface BreakdownProps {
  readonly lines: readonly { readonly label: string; readonly amountCents: number }[]
  readonly payableCents: number
  /** Label of the sum; 应付 until it is paid. */
  readonly sumName?: string
  /** Paid in beans. */
  readonly isBeans?: boolean
}

const amountText = (cents: number, isBeans: boolean): string =>
  `${cents < 0 ? '-' : ''}${isBeans ? `${formatBeans(Math.abs(cents))} 豆` : `¥${formatYuan(Math.abs(cents))}`}`

/** Price lines as the server calculated them, and their sum. */
export function Breakdown({ lines, payableCents, sumName = '应付', isBeans = false }: BreakdownProps) {
  // Two products of one order have lines of the same name.
  const rows = lines.map((line, index) => ({ ...line, key: String(index) }))
  return (
    <>
      {rows.map(({ key, label, amountCents }) => (
        <FactRow key={key} name={label}>
          <Box as="span" className={amountCents < 0 ? styles.saving : undefined}>
            {amountText(amountCents, isBeans)}
          </Box>
        </FactRow>
      ))}
      <Box className={styles.sum}>
        {sumName}
        {isBeans ? <BeansPrice cents={payableCents} size={20} /> : <Price cents={payableCents} size={20} />}
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
