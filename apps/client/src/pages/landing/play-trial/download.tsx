import { Download } from '../../../features/landing/download.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'

export default function LandingPlayTrialDownloadPage() {
  return (
    <Page route="landing/play-trial/download">
      <Download />
    </Page>
  )
}
