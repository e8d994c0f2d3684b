import { BuyGoods } from '../../features/commerce/buying/buy-goods.tsx'
import { selectionOf } from '../../features/commerce/buying/selection.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function CreateBuyGoodsPage() {
  return <BuyGoods selection={selectionOf(usePageParams())} />
}
