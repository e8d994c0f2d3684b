import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function GroupPage() {
  return <UnderConstructionPage route="Group/index" />
}
