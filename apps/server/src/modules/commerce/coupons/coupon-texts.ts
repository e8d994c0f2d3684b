import { CouponScope, CouponType, EffectiveScope } from '@yunji/contract/commerce/coupon/enums'
import { type CouponTerms, idsOf, tokensOf } from '@yunji/contract/commerce/coupon/scope'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { formatYuan, formatZhe } from '@yunji/contract/display/money'
import { formatRentalTime } from '@yunji/contract/display/time'

/** Names by id, for each kind of id that a scope lists. */
export interface GoodsNames {
  readonly goods: ReadonlyMap<number, string>
  readonly configurations: ReadonlyMap<number, string>
  readonly products: ReadonlyMap<number, string>
}

const yuan = (cents: number): string => `${formatYuan(cents, { dropsZeros: true })} 元`

const businessTexts: Readonly<Record<BusinessType, string>> = {
  [BusinessType.cloudMachine]: '购买和续费云手机',
  [BusinessType.cloudMachineUpgrade]: '升降配置',
  [BusinessType.cloudBeans]: '云豆充值',
  [BusinessType.cloudSpace]: '购买云空间',
  [BusinessType.activationCodeMall]: '购买激活码',
}

/** Short form for the ticket. */
const scopeTexts: Readonly<Record<BusinessType, string>> = {
  [BusinessType.cloudMachine]: '云手机通用',
  [BusinessType.cloudMachineUpgrade]: '升降配置通用',
  [BusinessType.cloudBeans]: '限云豆充值',
  [BusinessType.cloudSpace]: '限购买云空间',
  [BusinessType.activationCodeMall]: '限购买激活码',
}

const businessText = (business: number): string => businessTexts[business as BusinessType] ?? '指定业务'

const valueText = ({ couponType, parValue, conditionsUse }: CouponTerms): string => {
  switch (couponType) {
    case CouponType.fullVolumeReduction:
      return `满 ${yuan(conditionsUse)}减 ${yuan(parValue)}`
    case CouponType.discountCoupon:
      return `按 ${formatZhe(parValue)}支付`
    case CouponType.firstRechargeCoupon:
      return `首次充值云豆减 ${yuan(parValue)}`
    default:
      return `无门槛减 ${yuan(parValue)}`
  }
}

const listNames = (objects: string, names: ReadonlyMap<number, string>, otherwise: string): string => {
  const known = new Set(idsOf(objects).flatMap((id) => names.get(id) ?? []))
  return known.size > 0 ? `限${[...known].join('、')}` : otherwise
}

/** Text of one scope; empty for the one without a limit. */
const textOfScope = (scope: string, objects: string, names: GoodsNames): string => {
  switch (scope) {
    case String(CouponScope.fullBusiness):
      return ''
    case String(CouponScope.productModel):
      return listNames(objects, names.goods, '限指定型号')
    case String(CouponScope.cloudVersion):
      return listNames(objects, names.configurations, '限指定配置')
    case String(CouponScope.billableTimeProducts):
      return listNames(objects, names.products, '限指定商品')
    case String(CouponScope.productDuration):
      return `限时长 ${idsOf(objects).map(formatRentalTime).join('、')}`
    case String(CouponScope.discountRatio):
      return `限折扣不低于 ${formatZhe(Number(objects))}的商品`
    default:
      return '限指定商品'
  }
}

const scopesOf = (terms: CouponTerms): readonly { scope: string; objects: string }[] => {
  const scopes = tokensOf(terms.scopeApplications)
  if (scopes.length === 0) {
    return [{ scope: String(terms.scopeApplication ?? ''), objects: terms.applicableObjects ?? '' }]
  }
  return scopes.map((scope) => ({
    scope,
    objects: terms.rules?.find(({ type }) => String(type) === scope)?.objectData ?? '',
  }))
}

const effectTexts: Readonly<Record<string, string>> = {
  [EffectiveScope.regular]: '非首购、非活动商品',
  [EffectiveScope.activity]: '活动商品',
  [EffectiveScope.firstPurchase]: '首购商品',
}

const effectText = ({ effectiveScope }: CouponTerms): string => {
  const tokens = tokensOf(effectiveScope)
  const known = tokens.flatMap((token) => effectTexts[token] ?? [])
  const isUnlimited = tokens.length === 0 || tokens.includes(String(EffectiveScope.always)) || known.length === 3
  return isUnlimited ? '' : `限${known.join('、') || '指定商品'}`
}

const SCOPE_TEXT_LENGTH = 60

/** Short text of a coupon's scope, and all its rules as texts. */
export const couponTexts = (terms: CouponTerms, names: GoodsNames) => {
  const scopes = scopesOf(terms).flatMap(({ scope, objects }) => textOfScope(scope, objects, names) || [])
  const effect = effectText(terms)
  const scopeText =
    [...scopes, effect].filter(Boolean).join('，') || (scopeTexts[terms.businessType as BusinessType] ?? '限指定业务')
  return {
    scopeText: scopeText.slice(0, SCOPE_TEXT_LENGTH),
    ruleTexts: [
      valueText(terms),
      `用于${businessText(terms.businessType)}`,
      ...scopes,
      ...(effect ? [effect] : []),
      '每笔订单限用一张，抵扣后至少支付 0.01 元',
    ],
  }
}
