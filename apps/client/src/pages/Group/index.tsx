import { GroupsPage } from '../../features/devices/groups/groups-page.tsx'

export default function GroupPage() {
  return <GroupsPage />
}
