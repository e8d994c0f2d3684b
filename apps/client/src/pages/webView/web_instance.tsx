import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function WebViewWebInstancePage() {
  return <UnderConstructionPage route="webView/web_instance" />
}
