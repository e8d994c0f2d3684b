import { CouponScope } from '@yunji/contract/commerce/coupon/enums'
import { formatRentalTime } from '@yunji/contract/display/time'
import { getCouponTemplates } from '@yunji/contract/operator/coupon-calls'
import { searchGoods, searchProducts } from '@yunji/contract/operator/goods-calls'
import { useState } from 'react'
import { useCall } from '../api/query.ts'
import { ChoicesField } from '../ui/choices-field.tsx'
import { integerCodec, optionalCodec } from '../ui/codecs.ts'
import { type Option, SelectField, TextField } from '../ui/form.tsx'
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

/** The first goods; `hint` says so where there are more. */
const useGoods = () => {
  const { data } = useCall(searchGoods, { rows: MOST })
  return { goods: data?.records ?? [], ...(data && data.totalPage > 1 && { hint: `只列出前 ${MOST} 个型号` }) }
}

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
  const { goods, hint } = useGoods()
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
  return (
    <ChoicesField
      name="applicableObjects"
      label="适用范围"
      options={options[scope] ?? []}
      {...(hint && { hint })}
      isText
    />
  )
}

const NONE = 'none'

/** Between a configuration and its option; null is the choice of none. */
const configurationCodec = {
  show: (value: unknown): string => integerCodec.show(value) || NONE,
  read: (text: string): number | null => (text === NONE ? null : Number(text)),
}

/** Choice of a configuration by its name, or of none under the given words. */
export function ConfigurationField({ name, none }: { readonly name: string; readonly none: string }) {
  const { goods, hint } = useGoods()
  const options = goods.flatMap((one) =>
    one.configurations.map((each) => [String(each.configId), `${one.name} ${configurationOf(each)}`] as const),
  )
  return (
    <SelectField
      name={name}
      label="配置"
      options={[[NONE, none], ...options]}
      codec={configurationCodec}
      {...(hint && { hint })}
    />
  )
}
