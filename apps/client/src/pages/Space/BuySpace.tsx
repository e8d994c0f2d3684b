import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function SpaceBuySpacePage() {
  return <UnderConstructionPage route="Space/BuySpace" />
}
