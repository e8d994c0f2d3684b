import { UnderConstructionPage } from '../../../features/under-construction/under-construction-page.tsx'

export default function LandingPlayTrialPage() {
  return <UnderConstructionPage route="landing/play-trial/index" />
}
