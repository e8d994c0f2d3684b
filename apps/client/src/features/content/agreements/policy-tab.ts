import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { storage } from '../../../shared/platform/storage/storage.ts'

/** Tabs of the policy screen, in order. */
export const policyTabs = [
  { value: AgreementKind.user, label: '用户协议' },
  { value: AgreementKind.privacy, label: '隐私政策' },
  { value: AgreementKind.service, label: '服务协议' },
] as const

const TAB_KEY = 'policyTab'

/** Tab that was chosen last on this device; the first one before any choice (section 2). */
export const savedPolicyTab = (): AgreementKind => {
  const index = storage.read(TAB_KEY)
  return (typeof index === 'number' ? policyTabs[index]?.value : undefined) ?? policyTabs[0].value
}

/** Stored as the tab's index. */
export const savePolicyTab = (kind: AgreementKind): void =>
  storage.write(
    TAB_KEY,
    policyTabs.findIndex(({ value }) => value === kind),
  )
