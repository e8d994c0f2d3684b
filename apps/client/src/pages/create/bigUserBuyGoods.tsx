import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function CreateBigUserBuyGoodsPage() {
  return <UnderConstructionPage route="create/bigUserBuyGoods" />
}
