import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserMessageSetPage() {
  return <UnderConstructionPage route="user/messageSet" />
}
