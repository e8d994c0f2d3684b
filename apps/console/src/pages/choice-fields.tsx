import { CouponScope } from '@yunji/contract/commerce/coupon/enums'
import { formatRentalTime } from '@yunji/contract/display/time'
import { getCouponTemplates } from '@yunji/contract/operator/coupon-calls'
import { searchGoods, searchProducts } from '@yunji/contract/operator/goods-calls'
import { useState } from 'react'
import { useCall } from '../api/query.ts'
import { ChoicesField } from '../ui/choices-field.tsx'
import { integerCodec, optionalCodec } from '../ui/codecs.ts'
import { type Option, TextField } from '../ui/form.tsx'
import { configurationOf } from './labels.tsx'
import { productName } from './product-field.tsx'

const MOST = '100'

/** Coupon templates that people can claim, by name. */
export function TemplatesField({ name }: { readonly name: string }) {
  const [text, setText] = useState('')
  const found = useCall(
    getCouponTemplates,
    { state: 'enabled', ...(text.trim() && { text: text.trim() }) },
    { keepsLast: true },
  )
  const options = (found.data?.records ?? []).map(
    ({ templateId, name: title, ruleTexts }) => [templateId, `#${templateId} ${title} ${ruleTexts[0] ?? ''}`] as const,
  )
  return <ChoicesField name={name} label="可领取的优惠券" hint="可以不选" options={options} onSearch={setText} />
}

const useGoods = () => useCall(searchGoods, { rows: MOST }).data?.records ?? []

/** Scope of a coupon in words: what it is good for. */
export function ScopeField({ scope }: { readonly scope: CouponScope }) {
  switch (scope) {
    case CouponScope.fullBusiness:
      return null
    case CouponScope.discountRatio:
      return (
        <TextField
          name="applicableObjects"
          label="适用范围"
          hint="商品的折扣不低于的百分比"
          inputMode="numeric"
          codec={optionalCodec}
        />
      )
    case CouponScope.billableTimeProducts:
      return <ProductsScope />
    default:
      return <GoodsScope key={scope} scope={scope} />
  }
}

function ProductsScope() {
  const [text, setText] = useState('')
  const found = useCall(searchProducts, { rows: MOST, ...(text.trim() && { text: text.trim() }) }, { keepsLast: true })
  const options = (found.data?.records ?? []).map((product) => [product.productId, productName(product)] as const)
  return <ChoicesField name="applicableObjects" label="适用商品" options={options} onSearch={setText} isText />
}

function GoodsScope({ scope }: { readonly scope: CouponScope }) {
  const goods = useGoods()
  const configurations = goods.flatMap((one) => one.configurations.map((each) => ({ ...each, goodsName: one.name })))
  const hours = new Set(configurations.flatMap(({ products }) => products.map(({ goodTime }) => goodTime)))
  const options: Partial<Record<CouponScope, readonly Option<number>[]>> = {
    [CouponScope.productModel]: goods.map(({ goodId, name }) => [goodId, name]),
    [CouponScope.cloudVersion]: configurations.map((each) => [
      each.configId,
      `${each.goodsName} ${configurationOf(each)}`,
    ]),
    [CouponScope.productDuration]: [...hours]
      .toSorted((one, other) => one - other)
      .map((each) => [each, formatRentalTime(each)]),
  }
  return <ChoicesField name="applicableObjects" label="适用范围" options={options[scope] ?? []} isText />
}

/** Configuration of trial phones, by name. */
export const useConfigurationOptions = (): readonly Option<string>[] =>
  useGoods().flatMap(({ name, configurations }) =>
    configurations.map((each) => [String(each.configId), `${name} ${configurationOf(each)}`] as const),
  )

/** Between a configuration and its option; null is the choice of none. */
export const configurationCodec = {
  show: (value: unknown): string => integerCodec.show(value) || 'none',
  read: (text: string): number | null => (text === 'none' ? null : Number(text)),
}
