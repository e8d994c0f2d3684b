import { AgreementPage } from '../../features/content/agreements/agreement-page.tsx'

export default function WebViewProtocolPage() {
  return <AgreementPage />
}
