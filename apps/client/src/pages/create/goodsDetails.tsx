import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function CreateGoodsDetailsPage() {
  return <UnderConstructionPage route="create/goodsDetails" />
}
