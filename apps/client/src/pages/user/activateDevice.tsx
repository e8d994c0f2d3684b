import { ActivationPage } from '../../features/activation/activation-page.tsx'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function UserActivateDevicePage() {
  const { activationCode = '' } = usePageParams()
  return <ActivationPage activationCode={activationCode} />
}
