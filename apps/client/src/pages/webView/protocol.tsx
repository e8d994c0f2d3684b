import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function WebViewProtocolPage() {
  return <UnderConstructionPage route="webView/protocol" />
}
