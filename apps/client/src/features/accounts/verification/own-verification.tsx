import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import type { VerificationState } from '@yunji/contract/accounts/verification/schema'
import { formatDate } from '@yunji/contract/display/time'
import { useState } from 'react'
import { Card } from '../../../shared/ui/card/card.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { alert, clock, shield } from '../../../shared/ui/icon/icons.ts'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { StatusView } from '../../../shared/ui/status/status-view.tsx'
import { CompanyForm } from './company-form.tsx'
import { PersonalForm } from './personal-form.tsx'
import styles from './verification.module.css'
import { useVerification } from './verification.ts'

type Kind = keyof VerificationState
type Check = VerificationState[Kind]

const kinds = [
  { value: 'personal', label: '个人认证' },
  { value: 'company', label: '企业认证' },
] as const

const factNames: Readonly<Record<Kind, { readonly name: string; readonly number: string }>> = {
  personal: { name: '姓名', number: '身份证号' },
  company: { name: '企业名称', number: '信用代码' },
}

/** A submitted verification: pending or passed. */
function SentCheck({ kind, check }: { readonly kind: Kind; readonly check: Check }) {
  const hasPassed = check.status === CheckStatus.pass
  const names = factNames[kind]
  return (
    <>
      <StatusView
        icon={hasPassed ? shield : clock}
        title={hasPassed ? '认证已通过' : '资料审核中'}
        hint={hasPassed ? '认证信息仅用于核实身份' : '审核结果会显示在这里，请留意'}
      />
      <Card isPadded>
        <FactRow name={names.name}>{check.name}</FactRow>
        {check.number && <FactRow name={names.number}>{check.number}</FactRow>}
        <FactRow name="提交时间">{formatDate(check.submittedAt, 'YYYY-MM-DD HH:mm')}</FactRow>
      </Card>
    </>
  )
}

function OpenCheck({ kind, check }: { readonly kind: Kind; readonly check: Check }) {
  return (
    <>
      {check.status === CheckStatus.reject && (
        <Box className={styles.refused}>
          <NoticeBar tone="dead" icon={alert} text={`认证未通过：${check.reason}。请修改后重新提交。`} />
        </Box>
      )}
      <Card>{kind === 'personal' ? <PersonalForm /> : <CompanyForm />}</Card>
      <Box as="p" className={styles.promise}>
        证件号码加密保存，资料仅用于核实身份
      </Box>
    </>
  )
}

const isSent = ({ status }: Check): boolean => status === CheckStatus.pending || status === CheckStatus.pass

/** Real-name verification, of the person or of the company: each goes its own way. */
export function OwnVerification() {
  const verification = useVerification()
  const [chosen, setChosen] = useState<Kind>()
  return (
    <Box className={styles.page}>
      <Async of={verification} loading={<RowsSkeleton rows={4} />}>
        {(state) => {
          const kind = chosen ?? (isSent(state.company) && !isSent(state.personal) ? 'company' : 'personal')
          const check = state[kind]
          return (
            <>
              <Box className={styles.kinds}>
                <Segmented label="认证类型" options={kinds} value={kind} onChange={setChosen} />
              </Box>
              {isSent(check) ? (
                <SentCheck kind={kind} check={check} />
              ) : (
                <OpenCheck key={kind} kind={kind} check={check} />
              )}
            </>
          )
        }}
      </Async>
    </Box>
  )
}
