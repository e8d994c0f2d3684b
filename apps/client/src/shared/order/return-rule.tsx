import { RETURN_RULE_TEXT } from '@yunji/contract/device/life-labels'
import { Box } from '../ui/elements'
import styles from './return-rule.module.css'

/** When a phone can be given back, said before it is bought. */
export function ReturnRule() {
  return (
    <Box as="p" className={styles.rule}>
      {RETURN_RULE_TEXT}
    </Box>
  )
}
