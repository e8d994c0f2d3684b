import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function SpaceDataCenterPage() {
  return <UnderConstructionPage route="Space/DataCenter" />
}
