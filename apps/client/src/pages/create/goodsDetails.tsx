import { GoodsDetails } from '../../features/commerce/buying/details/goods-details.tsx'
import { selectionOf } from '../../features/commerce/buying/selection.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function CreateGoodsDetailsPage() {
  return <GoodsDetails selection={selectionOf(usePageParams())} />
}
