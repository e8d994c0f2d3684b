import { RechargePage } from '../../features/commerce/recharge/recharge-page.tsx'
import { ACCOUNT_PARAM, walletAccountOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserRechargePage() {
  return <RechargePage initialAccount={walletAccountOf(usePageParams()[ACCOUNT_PARAM])} />
}
