import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function SpaceHistoryDataPage() {
  return <UnderConstructionPage route="Space/HistoryData" />
}
