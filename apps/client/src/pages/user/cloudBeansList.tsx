import { StatementPage } from '../../features/wallet/statement-page.tsx'
import { ACCOUNT_PARAM, walletAccountOf } from '../../shared/navigation/wallet-path.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function UserCloudBeansListPage() {
  return <StatementPage initialAccount={walletAccountOf(usePageParams()[ACCOUNT_PARAM])} />
}
