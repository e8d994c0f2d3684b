import { UnderConstructionPage } from '../../../shared/ui/page/under-construction-page.tsx'

export default function GroupMoveGroupPage() {
  return <UnderConstructionPage route="Group/pages/MoveGroup" />
}
