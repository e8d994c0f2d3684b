import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function WebViewProtocolPage() {
  return <UnderConstructionPage route="webView/protocol" />
}
