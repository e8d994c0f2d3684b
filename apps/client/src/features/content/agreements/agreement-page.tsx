import { getAgreement } from '@yunji/contract/content/agreement/calls'
import type { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { formatDate } from '@yunji/contract/display/time'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { agreementKindOf, agreementVersionOf } from '../../../shared/navigation/page-paths.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Tabs } from '../../../shared/ui/choice/tabs.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { clock } from '../../../shared/ui/icon/icons.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { DocumentView } from '../document/document-view.tsx'
import styles from './agreement-page.module.css'
import { DecisionBar } from './decision-bar.tsx'
import { usePendingAgreement } from './pending-agreements.ts'
import { policyTabs, savedPolicyTab, savePolicyTab } from './policy-tab.ts'

type Agreement = CallData<typeof getAgreement>

const dayOf = (time: number): string => formatDate(time, 'YYYY-MM-DD')

interface TextProps {
  readonly agreement: Agreement
  readonly onVersion: (version: number | undefined) => void
}

function AgreementText({ agreement, onVersion }: TextProps) {
  const { title, version, summary, effectiveAt, content, versions } = agreement
  const isOld = version !== versions[0]?.version
  const isComing = effectiveAt > serverClock()
  const others = versions.filter((each) => each.version !== version)
  return (
    <Box className={styles.body}>
      {isOld && (
        <NoticeBar
          tone="soon"
          icon={clock}
          text="这是历史版本"
          action="看最新版本"
          onTap={() => onVersion(undefined)}
        />
      )}
      {isComing && <NoticeBar tone="brand" icon={clock} text={`这一版本将于 ${dayOf(effectiveAt)} 生效`} />}
      <Box as="h2" className={styles.title}>
        {title}
      </Box>
      <Box as="p" className={styles.facts}>
        {`第 ${version} 版 · ${dayOf(effectiveAt)} 生效`}
      </Box>
      {summary && (
        <Box className={styles.summary}>
          <Box as="h3" className={styles.summaryTitle}>
            本次更新
          </Box>
          {summary}
        </Box>
      )}
      <DocumentView content={content} />
      {others.length > 0 && (
        <Box className={styles.versions}>
          <Card title="其他版本">
            {others.map((each) => (
              <Cell
                key={each.version}
                title={`第 ${each.version} 版`}
                value={`${dayOf(each.effectiveAt)} 生效`}
                onTap={() => onVersion(each.version)}
              />
            ))}
          </Card>
        </Box>
      )}
    </Box>
  )
}

/** Agreements, one tab each; open without a login. A version that waits for the user's decision has it below. */
export function AgreementPage() {
  const params = usePageParams()
  const [kind, setKind] = useState<AgreementKind>(() => agreementKindOf(params) ?? savedPolicyTab())
  const [version, setVersion] = useState(() => agreementVersionOf(params))
  const agreement = useCall(getAgreement, { kind: String(kind), ...(version && { version: String(version) }) })
  const pending = usePendingAgreement(kind, agreement.data?.version)
  const choose = (next: AgreementKind) => {
    setKind(next)
    setVersion(undefined)
    savePolicyTab(next)
  }
  return (
    <Page route="webView/protocol" isWhite footer={pending && <DecisionBar agreement={pending} />}>
      <Box className={styles.tabs}>
        <Tabs label="协议" options={policyTabs} value={kind} onChange={choose} />
      </Box>
      <Async of={agreement} loading={<RowsSkeleton />}>
        {(data) => <AgreementText agreement={data} onVersion={setVersion} />}
      </Async>
    </Page>
  )
}
