import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function SpacePage() {
  return <UnderConstructionPage route="Space/index" />
}
