import { UnderConstructionPage } from '../../../features/under-construction/under-construction-page.tsx'

export default function LandingPlayTrialDownloadPage() {
  return <UnderConstructionPage route="landing/play-trial/download" />
}
