import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function SpaceHistoryDataPage() {
  return <UnderConstructionPage route="Space/HistoryData" />
}
