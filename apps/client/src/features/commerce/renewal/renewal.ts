import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createCloudOrder } from '@yunji/contract/commerce/order/calls'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import { getRenewList, getRenewPrices } from '@yunji/contract/commerce/renewal/calls'
import type { RenewFilter } from '@yunji/contract/commerce/renewal/schema'
import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../../shared/session/session.ts'
import { chosenOption, firstChosen, isMaking, renewableIds } from './choice.ts'

/** Twice the maximum of one order; the devices that expire first come first. */
const ROWS = '100'

const LOOK_AGAIN_MS = 5000

type RenewPage = CallData<typeof getRenewList>

/** Busy devices become renewable shortly. */
const lookAgain = (pages: readonly RenewPage[]) =>
  isMaking(pages.flatMap(({ records }) => records)) ? LOOK_AGAIN_MS : false

const useList = (filter: RenewFilter) => {
  const userId = useSession((state) => state.userId)
  return useInfiniteQuery({
    queryKey: [getRenewList.path, filter, userId],
    queryFn: ({ pageParam }) => requestData(getRenewList, { page: String(pageParam), rows: ROWS, filter }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPage }: RenewPage) => (page < totalPage ? page + 1 : undefined),
    refetchInterval: ({ state }) => lookAgain(state.data?.pages ?? []),
  })
}

/** Devices of the link, which may stand far down in the list. */
const useLinked = (linkedIds: readonly number[]) => {
  const userId = useSession((state) => state.userId)
  const input = { page: '1', rows: ROWS, ids: linkedIds.slice(0, MAX_DEVICES_PER_COMMAND).join() }
  return useQuery({
    queryKey: queryKeyOf(getRenewList, input, userId),
    queryFn: () => requestData(getRenewList, input),
    enabled: linkedIds.length > 0,
    refetchInterval: ({ state }) => (state.data ? lookAgain([state.data]) : false),
  })
}

/** The linked devices first, then the soonest to end. */
const useDevices = (filter: RenewFilter, linkedIds: readonly number[]) => {
  const linked = useLinked(linkedIds)
  const list = useList(filter)
  const pages = list.data?.pages ?? []
  const records = [...(linked.data?.records ?? []), ...pages.flatMap((page) => page.records)]
  const devices = [...new Map(records.map((device) => [device.deviceId, device])).values()]
  return {
    list,
    devices,
    total: Math.max(devices.length, pages[0]?.counts[filter] ?? 0),
    isReady: linkedIds.length === 0 || !linked.isPending,
    refetch: () => Promise.all([list.refetch(), linkedIds.length > 0 && linked.refetch()]),
  }
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
  const { list, devices, total, isReady: hasLinked, refetch: refetchDevices } = useDevices(filter, linkedIds)
  const [touched, setTouched] = useState<ReadonlySet<number>>()
  const chosen = touched ?? firstChosen(devices, linkedIds)
  const renewable = renewableIds(devices)
  const most = Math.min(renewable.length, ORDER_MAXIMUM_PHONES)
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
  const refetch = () => Promise.all([refetchDevices(), prices.refetch(), coupons.refetch()])
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
    hasLinked,
    devices,
    /** Devices of the filter, loaded or not. */
    total,
    deviceIds,
    isAll: most > 0 && deviceIds.length === most,
    toggle: (deviceId: number) => {
      const next = new Set(chosen)
      if (!next.delete(deviceId)) next.add(deviceId)
      if (next.size > ORDER_MAXIMUM_PHONES) showToast(`一次最多续费 ${ORDER_MAXIMUM_PHONES} 台`, 'error')
      else setTouched(next)
    },
    chooseAll: (isAll: boolean) => {
      setTouched(new Set(isAll ? renewable.slice(0, ORDER_MAXIMUM_PHONES) : []))
      if (isAll && renewable.length > ORDER_MAXIMUM_PHONES) {
        showToast(`一次最多续费 ${ORDER_MAXIMUM_PHONES} 台，已选最先到期的`)
      }
    },
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
