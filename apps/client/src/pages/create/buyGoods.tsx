import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function CreateBuyGoodsPage() {
  return <UnderConstructionPage route="create/buyGoods" />
}
