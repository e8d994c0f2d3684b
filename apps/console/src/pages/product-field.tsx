import { searchProducts } from '@yunji/contract/operator/goods-calls'
import type { ProductRecord } from '@yunji/contract/operator/goods-records'
import type { CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useCall } from '../api/query.ts'
import { SearchField } from '../ui/combobox.tsx'
import { money } from '../ui/money.ts'
import { configurationOf, rentalTimeOf } from './labels.tsx'

const SHOWN = '50'

export const productName = (product: ProductRecord): string =>
  `#${product.productId} ${product.goodsName} ${configurationOf(product)} ${rentalTimeOf(product)} ${money(product.priceCents)}`

interface ProductFieldProps extends Pick<CallInput<typeof searchProducts>, 'kind' | 'onSale'> {
  readonly name: string
}

/** Choice of a product, of those that may be chosen, by its number or the name of its goods. */
export function ProductField({ name, kind, onSale }: ProductFieldProps) {
  const [text, setText] = useState('')
  const productId = useWatch({ name }) as number | undefined
  const found = useCall(
    searchProducts,
    { rows: SHOWN, ...(kind && { kind }), ...(onSale && { onSale }), ...(text.trim() && { text: text.trim() }) },
    { keepsLast: true },
  )
  const own = useCall(
    searchProducts,
    { rows: SHOWN, text: String(productId) },
    { isEnabled: productId !== undefined, keepsLast: true },
  )
  const current = own.data?.records.find((product) => product.productId === productId)
  return (
    <SearchField
      name={name}
      label="商品"
      placeholder="型号名称或商品编号"
      options={(found.data?.records ?? []).map((product) => [product.productId, productName(product)] as const)}
      isSearching={found.isFetching}
      onSearch={setText}
      valueText={current ? productName(current) : `#${productId}`}
    />
  )
}
