import { UnderConstructionPage } from '../../../shared/ui/page/under-construction-page.tsx'

export default function LandingPlayTrialDownloadPage() {
  return <UnderConstructionPage route="landing/play-trial/download" />
}
