import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserPersonalDataPage() {
  return <UnderConstructionPage route="user/personalData" />
}
