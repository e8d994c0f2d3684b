import { StatementPage } from '../../features/commerce/wallet/statement-page.tsx'
import { ACCOUNT_PARAM, walletAccountOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserCloudBeansListPage() {
  return <StatementPage initialAccount={walletAccountOf(usePageParams()[ACCOUNT_PARAM])} />
}
