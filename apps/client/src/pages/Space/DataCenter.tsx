import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function SpaceDataCenterPage() {
  return <UnderConstructionPage route="Space/DataCenter" />
}
