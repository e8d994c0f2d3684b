import { BuyGoods } from '../../features/buying/buy-goods.tsx'
import { wishOf } from '../../features/buying/wish.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function CreateBuyGoodsPage() {
  return <BuyGoods wish={wishOf(usePageParams())} />
}
