import * as z from 'zod/mini'
import { cents, positiveId } from '../wire/fields.ts'

/** A number of beans that can be bought at once; a bean costs a cent, so only the bonus differs. */
export const beanPack = z.object({
  id: positiveId,
  beansCents: cents,
  /** Given on top. */
  bonusCents: cents,
  priceCents: cents,
})
export type BeanPack = z.output<typeof beanPack>

/** An amount of the buyer's own choice: so many pieces of one yuan, as `quantity` of the order. */
export const customPack = z.object({
  id: positiveId,
  unitCents: cents,
  minimumQuantity: positiveId,
  maximumQuantity: positiveId,
})

/** What recharging the balance may be about; whole yuan. */
export const BALANCE_RECHARGE_STEP_CENTS = 100
export const BALANCE_RECHARGE_MINIMUM_CENTS = 100
export const BALANCE_RECHARGE_MAXIMUM_CENTS = 5_000_000

/** What a custom amount of beans may be about, in yuan. */
export const CUSTOM_BEANS_MINIMUM_YUAN = 1
export const CUSTOM_BEANS_MAXIMUM_YUAN = 10_000
