import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { agreementPath } from '../../../../shared/navigation/page-paths.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { Checkbox } from '../../../../shared/ui/choice/checkbox.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import styles from './consent.module.css'

interface ConsentProps {
  readonly hasAgreed: boolean
  readonly onChange: (hasAgreed: boolean) => void
}

const TERMS = agreementPath(AgreementKind.service)

/** Asks in a dialog, because the box may be below the fold. */
export const agreesToTerms = (): Promise<boolean> =>
  confirm({
    title: '请先阅读并同意服务协议',
    body: '继续提交订单，即表示你已阅读并同意《云手机服务协议》',
    cancelText: '取消',
    confirmText: '同意并提交',
    safer: { text: '阅读《云手机服务协议》', onTap: () => void openPage(TERMS) },
  })

/** Terms of a purchase. */
export function Consent({ hasAgreed, onChange }: ConsentProps) {
  return (
    <Box className={styles.consent}>
      <Box className={styles.line}>
        <Checkbox label="已阅读并同意《云手机服务协议》" isChecked={hasAgreed} onChange={onChange} />
        <Tap className={styles.say} onTap={() => onChange(!hasAgreed)}>
          已阅读并同意
        </Tap>
        <Tap className={styles.link} to={TERMS}>
          《云手机服务协议》
        </Tap>
      </Box>
    </Box>
  )
}
