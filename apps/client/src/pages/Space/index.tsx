import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function SpacePage() {
  return <UnderConstructionPage route="Space/index" />
}
