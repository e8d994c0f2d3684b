import { quoteOrder } from '@yunji/contract/commerce/checkout/quote'
import { bestCoupon, couponChoices } from '@yunji/contract/commerce/coupon/choice'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { measureContractBytes } from './rules/contract-size.ts'
import { checkoutOf, walletOf } from './rules/wallet.ts'

const COUPONS = 1000
const LINES = 10
const WARM_UP_ROUNDS = 30
const ROUNDS = 31
/** A single choice is shorter than the resolution of the CPU clock. */
const CHOICES_PER_ROUND = 10

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU time of a checkout with 1,000 coupons and 10 lines. */
const measureChoiceMs = (): number => {
  const wallet = walletOf(COUPONS)
  const checkout = checkoutOf(LINES)
  const choose = () => {
    const choices = couponChoices(wallet, checkout, 0)
    if (choices.usable.length < COUPONS / 4) throw new Error('too few coupons apply for the figure to say anything')
    return quoteOrder({ lines: checkout.lines, coupon: bestCoupon(choices) })
  }
  const round = () => cpuMs(() => Array.from({ length: CHOICES_PER_ROUND }, choose)) / CHOICES_PER_ROUND
  for (let count = 0; count < WARM_UP_ROUNDS; count += 1) round()
  return median(Array.from({ length: ROUNDS }, round))
}

/** `npm run bench -- rules` */
export const measureRules = async (): Promise<readonly Figure[]> => {
  const { visitor, user } = measureContractBytes()
  return [
    atMost('coupon_choice_1000_by_10_cpu_ms', measureChoiceMs(), 5),
    atMost('contract_on_first_page_gz_kb', (await visitor) / 1000, 20),
    // With the devices page of a logged-in user.
    atMost('contract_on_users_first_page_gz_kb', (await user) / 1000, 20),
  ]
}
