import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function WebViewActivityPage() {
  return <UnderConstructionPage route="webView/activity" />
}
