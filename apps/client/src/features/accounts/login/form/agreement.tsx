import { getAgreements } from '@yunji/contract/content/agreement/calls'
import { AgreementKind, loginAgreements } from '@yunji/contract/content/agreement/rules'
import { useEffect } from 'react'
import { useCall } from '../../../../shared/api/query.ts'
import { agreementPath } from '../../../../shared/navigation/page-paths.ts'
import { Checkbox } from '../../../../shared/ui/choice/checkbox.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import styles from './login-form.module.css'
import { tickAgreements } from './ticked-agreements.ts'

interface AgreementProps {
  readonly hasAgreed: boolean
  readonly onChange: (hasAgreed: boolean) => void
  readonly error?: string
}

export function Agreement({ hasAgreed, onChange, error }: AgreementProps) {
  // Without an answer the login goes on, and the client asks after it.
  const { data } = useCall(getAgreements, {})
  useEffect(() => {
    const shown = data?.records.filter(({ kind }) => loginAgreements.some((each) => each === kind)) ?? []
    tickAgreements(hasAgreed ? shown.map(({ kind, version }) => ({ kind, version })) : [])
  }, [data, hasAgreed])
  return (
    <Box>
      <Box className={styles.agreement}>
        <Checkbox label="已阅读并同意《用户协议》和《隐私政策》" isChecked={hasAgreed} onChange={onChange} />
        <Box className={styles.sentence}>
          <Tap className={styles.say} onTap={() => onChange(!hasAgreed)}>
            已阅读并同意
          </Tap>
          <Tap className={styles.link} to={agreementPath(AgreementKind.user)}>
            《用户协议》
          </Tap>
          和
          <Tap className={styles.link} to={agreementPath(AgreementKind.privacy)}>
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
