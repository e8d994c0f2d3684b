import { useQuery } from '@tanstack/react-query'
import { createCloudOrder } from '@yunji/contract/commerce/order/calls'
import { getRenewList, getRenewPrices } from '@yunji/contract/commerce/renewal/calls'
import type { RenewFilter } from '@yunji/contract/commerce/renewal/schema'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../../shared/session/session.ts'
import { chosenOption, firstChosen, isMaking, renewableIds } from './choice.ts'

/** Twice the maximum of one order; the devices that expire first come first. */
const ROWS = '100'

const LOOK_AGAIN_MS = 5000

const useDevices = (filter: RenewFilter) => {
  const userId = useSession((state) => state.userId)
  const input = { page: '1', rows: ROWS, filter }
  return useQuery({
    queryKey: queryKeyOf(getRenewList, input, userId),
    queryFn: () => requestData(getRenewList, input),
    // Busy devices become renewable shortly.
    refetchInterval: ({ state }) => (isMaking(state.data?.records ?? []) ? LOOK_AGAIN_MS : false),
  })
}

const usePrices = (deviceIds: readonly number[]) => {
  const userId = useSession((state) => state.userId)
  const input = { deviceIds: [...deviceIds] }
  return useQuery({
    queryKey: queryKeyOf(getRenewPrices, input, userId),
    queryFn: () => requestData(getRenewPrices, input),
    enabled: deviceIds.length > 0,
    // The durations stay while those of one device more are being read.
    placeholderData: (before) => (deviceIds.length > 0 ? before : undefined),
  })
}

/** Devices on their way to live longer. */
export const useRenewal = (linkedIds: readonly number[]) => {
  const [filter, setFilter] = useState<RenewFilter>('all')
  const list = useDevices(filter)
  const devices = list.data?.records ?? []
  const [touched, setTouched] = useState<ReadonlySet<number>>()
  const chosen = touched ?? firstChosen(devices, linkedIds)
  const renewable = renewableIds(devices)
  // Ordered as on the page, not by the taps.
  const deviceIds = renewable.filter((deviceId) => chosen.has(deviceId))

  const prices = usePrices(deviceIds)
  const [hours, setHours] = useState<number>()
  const option = deviceIds.length > 0 ? chosenOption(prices.data?.options ?? [], hours) : undefined
  const isSettled = !prices.isPlaceholderData
  const coupons = useOrderCoupons(
    option && isSettled
      ? { kind: 'renew', items: option.devices.map(({ id }) => ({ id, quantity: 1 })), deviceIds }
      : undefined,
  )
  const refetch = () => Promise.all([list.refetch(), prices.refetch(), coupons.refetch()])
  const { isBusy, order } = usePlaceOrder(refetch)
  // Some of them may have been paid for meanwhile.
  useReturn(() => void refetch())

  const used = option && isSettled ? coupons.chosen : undefined
  const discountCents = used?.discountCents ?? 0
  const payableCents = option && option.totalCents - discountCents
  const pay = () => {
    if (!option || payableCents === undefined) return
    const input = {
      id: option.id,
      quantity: deviceIds.length,
      goodPrice: option.goodPrice,
      deviceIds,
      totalCents: payableCents,
      ...(used && { couponId: used.coupon.id }),
    }
    order(input, (key) => callApi(createCloudOrder, input, { idempotencyKey: key }))
  }
  return {
    list,
    filter,
    setFilter,
    devices,
    deviceIds,
    isAll: renewable.length > 0 && deviceIds.length === renewable.length,
    toggle: (deviceId: number) => {
      const next = new Set(chosen)
      if (!next.delete(deviceId)) next.add(deviceId)
      setTouched(next)
    },
    chooseAll: (isAll: boolean) => setTouched(new Set(isAll ? renewable : [])),
    prices,
    option,
    setHours,
    coupons,
    discountCents,
    payableCents,
    isReady: option !== undefined && isSettled && !coupons.isOpen,
    isBusy,
    pay,
  }
}

export type Renewal = ReturnType<typeof useRenewal>
