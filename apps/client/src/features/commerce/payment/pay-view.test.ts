import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { describe, expect, it } from 'vitest'
import { payViewOf, pollIntervalMs, resultTitle } from './pay-view.ts'

const { pending, paid, fulfilled, cancelled, expired, refunding, refunded } = OrderStatus

describe('the payment page', () => {
  it.each([
    [pending, undefined, 'choose'],
    [pending, 'away', 'waiting'],
    [pending, 'cancelled', 'unfinished'],
    [pending, 'unconfirmed', 'unfinished'],
    [paid, 'failed', 'paid'],
    [fulfilled, 'away', 'paid'],
    [refunding, undefined, 'refund'],
    [refunded, undefined, 'refund'],
    [cancelled, 'away', 'ended'],
    [expired, 'cancelled', 'ended'],
  ] as const)('shows an order of state %i after %s as %s', (status, attempt, view) => {
    expect(payViewOf({ status }, attempt)).toBe(view)
  })

  it('looks again as long as something can still change', () => {
    const again = (status: OrderStatus) => pollIntervalMs({ status } as OrderInfo, undefined) !== false
    expect([pending, paid, refunding].every(again)).toBe(true)
    expect([fulfilled, cancelled, expired, refunded].some(again)).toBe(false)
  })

  it('has the result as its title, and none before there is one', () => {
    expect(resultTitle({ status: paid }, 'paid', undefined)).toBe('支付成功')
    expect(resultTitle({ status: pending }, 'unfinished', 'failed')).toBe('支付没有成功')
    expect(resultTitle({ status: refunded }, 'refund', undefined)).toBe('款项已退回')
    expect(resultTitle({ status: expired }, 'ended', undefined)).toBe('订单已过期')
    expect(resultTitle({ status: pending }, 'choose', undefined)).toBeUndefined()
  })
})
