import { UnderConstructionPage } from '../../../features/under-construction/under-construction-page.tsx'

export default function GroupMoveGroupPage() {
  return <UnderConstructionPage route="Group/pages/MoveGroup" />
}
