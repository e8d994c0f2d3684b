import { MoveGroupPage } from '../../../features/devices/groups/move-group-page.tsx'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'

export default function GroupMoveGroupPage() {
  return <MoveGroupPage params={usePageParams()} />
}
