import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserMessagePage() {
  return <UnderConstructionPage route="user/message" />
}
