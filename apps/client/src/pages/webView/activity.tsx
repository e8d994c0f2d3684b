import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function WebViewActivityPage() {
  return <UnderConstructionPage route="webView/activity" />
}
