import { useQueries } from '@tanstack/react-query'
import { getZoneStock } from '@yunji/contract/commerce/commodity/calls'
import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import { createBigUserLinkOrder, getBigUserList } from '@yunji/contract/commerce/order/calls'
import type { BigUserList } from '@yunji/contract/commerce/order/schema'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { queryClient, queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { useSubmit } from '../../../shared/commerce/submit.ts'
import { payPath } from '../../../shared/navigation/page-paths.ts'
import { replacePage } from '../../../shared/platform/router/router.ts'
import { type Basket, countOf, linesOf, totalOf, zonesOfAll } from './basket.ts'

const useZonesOf = (configIds: readonly number[]) => {
  const queries = useQueries({
    queries: configIds.map((configId) => {
      const input = { configId: String(configId) }
      return { queryKey: queryKeyOf(getZoneStock, input, null), queryFn: () => requestData(getZoneStock, input) }
    }),
  })
  const lists = queries.map(({ data }) => data?.zones)
  const known = lists.filter((list) => list !== undefined)
  return known.length === lists.length ? zonesOfAll(known) : undefined
}

/** Basket of a big user and its order. */
export const useBigUserOrder = (linkCode: string, list: BigUserList) => {
  const [basket, setBasket] = useState<Basket>(new Map())
  const [zoneId, setZone] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const submit = useSubmit()
  const lines = linesOf(list.items, basket)
  const zones = useZonesOf([...new Set(lines.map(({ item }) => item.configuration.configId))])
  const open = zones?.filter(({ inventoryStatus }) => inventoryStatus !== InventoryStatus.insufficient)
  const zone = open?.find((each) => each.zoneId === zoneId) ?? open?.[0]
  const count = countOf(lines)
  const coupons = useOrderCoupons(
    count > 0 && count <= list.maximumPhones
      ? { kind: 'bigUser', linkCode, items: lines.map(({ item: { id }, quantity }) => ({ id, quantity })) }
      : undefined,
  )
  const { chosen } = coupons
  const totalCents = totalOf(lines) - (chosen?.discountCents ?? 0)

  const send = async (): Promise<void> => {
    if (!zone || lines.length === 0) return
    setProblem(undefined)
    const input = {
      linkCode,
      items: lines.map(({ item: { id, goodPrice }, quantity }) => ({ id, goodPrice, quantity })),
      zoneId: zone.zoneId,
      totalCents,
      ...(chosen && { couponId: chosen.coupon.id }),
    }
    const result = await submit(input, (key) => callApi(createBigUserLinkOrder, input, { idempotencyKey: key }))
    if (result.kind === 'made') return replacePage(payPath(result.order.orderId))
    if (result.kind === 'blocked') return
    setProblem(result.kind === 'failed' ? messageOf(result.error) : result.text)
    for (const { path } of [getBigUserList, getZoneStock, getOrderCoupons])
      await queryClient.invalidateQueries({ queryKey: [path] })
  }

  const { isBusy, run: buy } = useWrite(send)

  return {
    lines,
    zones,
    zone,
    count,
    coupons,
    totalCents,
    isTooMany: count > list.maximumPhones,
    problem,
    isBusy,
    quantityOf: (id: number) => basket.get(id) ?? 0,
    setQuantity: (id: number, quantity: number) => {
      setProblem(undefined)
      setBasket((before) => new Map(before).set(id, quantity))
    },
    setZone,
    buy,
  }
}
