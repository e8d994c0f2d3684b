import { ActivationPage } from '../../features/commerce/activation/activation-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserActivateDevicePage() {
  const { activationCode = '' } = usePageParams()
  return <ActivationPage activationCode={activationCode} />
}
