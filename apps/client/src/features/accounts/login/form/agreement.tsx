import { pathOf } from '@yunji/contract/pages'
import { Checkbox } from '../../../../shared/ui/choice/checkbox.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import styles from './login-form.module.css'

interface AgreementProps {
  readonly hasAgreed: boolean
  readonly onChange: (hasAgreed: boolean) => void
  readonly error?: string
}

const AGREEMENT_PATH = pathOf('webView/protocol')

export function Agreement({ hasAgreed, onChange, error }: AgreementProps) {
  return (
    <Box>
      <Box className={styles.agreement}>
        <Checkbox label="已阅读并同意《用户协议》和《隐私政策》" isChecked={hasAgreed} onChange={onChange} />
        <Box className={styles.sentence}>
          <Tap className={styles.say} onTap={() => onChange(!hasAgreed)}>
            已阅读并同意
          </Tap>
          <Tap className={styles.link} to={AGREEMENT_PATH}>
            《用户协议》
          </Tap>
          和
          <Tap className={styles.link} to={AGREEMENT_PATH}>
            《隐私政策》
          </Tap>
        </Box>
      </Box>
      {error && (
        <Box as="p" role="alert" className={styles.error}>
          {error}
        </Box>
      )}
    </Box>
  )
}
