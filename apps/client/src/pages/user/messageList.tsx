import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserMessageListPage() {
  return <UnderConstructionPage route="user/messageList" />
}
