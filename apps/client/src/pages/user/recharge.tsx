import { RechargePage } from '../../features/recharge/recharge-page.tsx'
import { ACCOUNT_PARAM, walletAccountOf } from '../../shared/navigation/wallet-path.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function UserRechargePage() {
  return <RechargePage initialAccount={walletAccountOf(usePageParams()[ACCOUNT_PARAM])} />
}
