import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function SpaceBuySpacePage() {
  return <UnderConstructionPage route="Space/BuySpace" />
}
