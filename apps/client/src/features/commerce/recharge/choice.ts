import type { getBalanceRechargeTerms, getBeanPacks } from '@yunji/contract/commerce/wallet/calls'
import { formatYuan } from '@yunji/contract/display/money'
import type { CallData } from '@yunji/contract/wire/call'

export type BeanOffer = CallData<typeof getBeanPacks>
export type BalanceOffer = CallData<typeof getBalanceRechargeTerms>

const CENTS = 100

/** A pack or an amount by its place, or one of the buyer's own. */
export type Chosen = number | 'custom'

/** The recharge to buy; undefined while the amount is invalid. */
export interface BeanChoice {
  readonly id: number
  readonly quantity: number
  readonly priceCents: number
  /** Credited amount, bonus included. */
  readonly beansCents: number
}

const wholeNumber = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

const within = (value: number | undefined, minimum: number, maximum: number): value is number =>
  value !== undefined && value >= minimum && value <= maximum

export const beanChoiceOf = ({ packs, custom }: BeanOffer, chosen: Chosen, typed: string): BeanChoice | undefined => {
  if (chosen !== 'custom') {
    const pack = packs[chosen]
    return (
      pack && {
        id: pack.id,
        quantity: 1,
        priceCents: pack.priceCents,
        beansCents: pack.beansCents + pack.bonusCents,
      }
    )
  }
  const quantity = wholeNumber(typed)
  if (!within(quantity, custom.minimumQuantity, custom.maximumQuantity)) return undefined
  const priceCents = quantity * custom.unitCents
  return { id: custom.id, quantity, priceCents, beansCents: priceCents }
}

export const balanceChoiceOf = (
  { amountsCents, stepCents, minimumCents, maximumCents }: BalanceOffer,
  chosen: Chosen,
  typed: string,
): number | undefined => {
  if (chosen !== 'custom') return amountsCents[chosen]
  const yuan = wholeNumber(typed)
  const cents = yuan === undefined ? undefined : yuan * CENTS
  return within(cents, minimumCents, maximumCents) && cents % stepCents === 0 ? cents : undefined
}

const yuan = (cents: number) => formatYuan(cents, { dropsZeros: true })

export const beanLimits = ({ custom }: BeanOffer): string =>
  `${yuan(custom.minimumQuantity * custom.unitCents)} 至 ${yuan(custom.maximumQuantity * custom.unitCents)} 元`

export const balanceLimits = ({ minimumCents, maximumCents }: BalanceOffer): string =>
  `${yuan(minimumCents)} 至 ${yuan(maximumCents)} 元`
