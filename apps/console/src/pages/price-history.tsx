import { Link } from '@tanstack/react-router'
import type { PriceTerms } from '@yunji/contract/commerce/commodity/pricing'
import { getPriceHistory } from '@yunji/contract/operator/goods-calls'
import type { PriceChange } from '@yunji/contract/operator/goods-records'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { Facts } from '../ui/states.tsx'
import { ExportButton } from './exports.tsx'
import { rentalTimeOf, time } from './labels.tsx'

export const priceText = (terms: PriceTerms | null): string => {
  if (!terms) return '新商品'
  const { priceCents, oldPriceCents, firstPriceCents } = terms
  const parts = [money(priceCents)]
  if (oldPriceCents !== null) parts.push(`划线 ${money(oldPriceCents)}`)
  if (firstPriceCents !== null) parts.push(`首购 ${money(firstPriceCents)}`)
  return parts.join('，')
}

const columns: readonly Column<PriceChange>[] = [
  { id: 'validFrom', title: '生效', cell: ({ validFrom }) => time(validFrom) },
  { id: 'productId', title: '商品', cell: ({ productId }) => `#${productId}` },
  { id: 'goodsName', title: '型号', cell: ({ goodsName }) => goodsName },
  { id: 'goodTime', title: '时长', cell: rentalTimeOf },
  { id: 'before', title: '之前', cell: ({ before }) => priceText(before) },
  { id: 'after', title: '之后', cell: ({ after }) => priceText(after) },
  { id: 'operatorName', title: '人员', cell: ({ operatorName }) => operatorName },
]

export default function PriceHistoryPage() {
  return (
    <ListPage
      id="price-history"
      call={getPriceHistory}
      paging="keyset"
      actions={<ExportButton list="priceHistory" />}
      columns={columns}
      rowId={({ changeId }) => String(changeId)}
      searches={[{ name: 'productId', label: '商品编号' }]}
      empty="还没有改过价格"
      detailTitle={(change) => `${change.goodsName} ${rentalTimeOf(change)}`}
      renderDetail={({ productId, operatorName, validFrom, before, after }) => (
        <Facts
          of={[
            [
              '商品',
              <Link key="product" to="/prices" search={{ text: String(productId), open: String(productId) } as never}>
                #{productId}
              </Link>,
            ],
            ['生效', time(validFrom)],
            ['人员', operatorName],
            ['之前', priceText(before)],
            ['之后', priceText(after)],
          ]}
        />
      )}
    />
  )
}
