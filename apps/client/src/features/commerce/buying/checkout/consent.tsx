import { pathOf } from '@yunji/contract/pages'
import { Checkbox } from '../../../../shared/ui/choice/checkbox.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import styles from './consent.module.css'

interface ConsentProps {
  readonly hasAgreed: boolean
  readonly onChange: (hasAgreed: boolean) => void
  readonly error?: string
}

/** Terms of a purchase. */
export function Consent({ hasAgreed, onChange, error }: ConsentProps) {
  return (
    <Box className={styles.consent}>
      <Box className={styles.line}>
        <Checkbox label="已阅读并同意《云手机服务协议》" isChecked={hasAgreed} onChange={onChange} />
        <Tap className={styles.say} onTap={() => onChange(!hasAgreed)}>
          已阅读并同意
        </Tap>
        <Tap className={styles.link} to={pathOf('webView/protocol')}>
          《云手机服务协议》
        </Tap>
      </Box>
      {error && (
        <Box as="p" role="alert" className={styles.error}>
          {error}
        </Box>
      )}
    </Box>
  )
}
