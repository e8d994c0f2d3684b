import { ActivationPage } from '../../features/commerce/activation/activation-page.tsx'
import { CODE_VIEW_PARAM, codeViewOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserActivateDevicePage() {
  const { activationCode = '', [CODE_VIEW_PARAM]: view } = usePageParams()
  return <ActivationPage activationCode={activationCode} initialView={codeViewOf(view)} />
}
