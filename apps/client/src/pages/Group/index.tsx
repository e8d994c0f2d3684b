import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function GroupPage() {
  return <UnderConstructionPage route="Group/index" />
}
