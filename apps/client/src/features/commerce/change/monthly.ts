import { getToMonthlyOptions } from '@yunji/contract/commerce/change/calls'
import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import { PaymentFunction } from '@yunji/contract/commerce/payment/enums'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { createOrderKeys } from '../../../shared/commerce/create-submit.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { payForPath } from '../../../shared/navigation/page-paths.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { toggled } from './monthly-terms.ts'

/** Devices on their way from hours to months. */
export const useMonthly = (linkedId: number) => {
  const options = useCall(getToMonthlyOptions, {})
  const devices = options.data?.devices ?? []
  const [touched, setTouched] = useState<readonly number[]>()
  const first = devices.find(({ deviceId }) => deviceId === linkedId) ?? devices[0]
  const chosenIds = touched ?? (first ? [first.deviceId] : [])
  const chosen = devices.filter(({ deviceId }) => chosenIds.includes(deviceId))
  const [one] = chosen
  const deviceIds = chosen.map(({ deviceId }) => deviceId)
  const coupons = useOrderCoupons(
    one && { kind: 'toMonthly', items: [{ id: one.id, quantity: chosen.length }], deviceIds },
  )
  const refetch = () => Promise.all([options.refetch(), coupons.refetch()])
  const [keys] = useState(() => createOrderKeys(randomId))
  useReturn(() => {
    keys.forget()
    void refetch()
  })

  const discountCents = one ? (coupons.chosen?.discountCents ?? 0) : 0
  const payableCents = one && one.goodPrice * chosen.length - discountCents
  const pay = () => {
    if (!one || payableCents === undefined) return
    const couponId = discountCents > 0 ? coupons.chosen?.coupon.id : undefined
    const input = { deviceIds, id: one.id, totalCents: payableCents, ...(couponId && { couponId }) }
    void openPage(payForPath({ paymentFunction: PaymentFunction.beansToMonthly, input, key: keys.keyOf(input) }))
  }
  return {
    options,
    chosen,
    deviceIds,
    toggle: (device: ToMonthlyDevice) => setTouched(toggled(devices, deviceIds, device)),
    coupons,
    discountCents,
    payableCents,
    isReady: one !== undefined && !coupons.isOpen,
    pay,
  }
}

export type Monthly = ReturnType<typeof useMonthly>
