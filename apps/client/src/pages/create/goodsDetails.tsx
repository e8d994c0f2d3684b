import { GoodsDetails } from '../../features/buying/goods-details.tsx'
import { wishOf } from '../../features/buying/wish.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function CreateGoodsDetailsPage() {
  return <GoodsDetails wish={wishOf(usePageParams())} />
}
