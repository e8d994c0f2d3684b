import { PlayTrial } from '../../../features/landing/play-trial.tsx'

export { whenReady } from '../../../features/landing/play-trial.tsx'

export default function LandingPlayTrialPage() {
  return <PlayTrial />
}
