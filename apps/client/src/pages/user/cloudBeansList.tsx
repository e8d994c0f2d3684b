import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserCloudBeansListPage() {
  return <UnderConstructionPage route="user/cloudBeansList" />
}
