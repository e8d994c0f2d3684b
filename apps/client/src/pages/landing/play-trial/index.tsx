import { UnderConstructionPage } from '../../../shared/ui/page/under-construction-page.tsx'

export default function LandingPlayTrialPage() {
  return <UnderConstructionPage route="landing/play-trial/index" />
}
