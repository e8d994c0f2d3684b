import { useQuery } from '@tanstack/react-query'
import { changeByCredit, getUsedStorage } from '@yunji/contract/commerce/change/calls'
import type { ChangeTarget, ChangingDevice } from '@yunji/contract/commerce/change/schema'
import { createUpOrDownOrder, createVideoOrder } from '@yunji/contract/commerce/order/calls'
import { formatDate } from '@yunji/contract/display/time'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { taskPath } from '../../../shared/navigation/page-paths.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { replacePage } from '../../../shared/platform/router/router.ts'
import { session } from '../../../shared/session/session.ts'
import {
  chosenOffer,
  chosenTarget,
  comparedEnd,
  comparisonOf,
  configurationText,
  couponCentsOf,
  fitOf,
  fitText,
  isSoldOut,
  lossText,
} from './terms.ts'

/** Data of a change page. */
export interface ChangeRead {
  readonly kind: 'change' | 'video'
  readonly quotedAt: number
  readonly device: ChangingDevice
  readonly targets: readonly ChangeTarget[]
  readonly refetch: () => Promise<unknown>
}

const calls = { change: createUpOrDownOrder, video: createVideoOrder } as const

/** Bytes in use on the phone, asked when less storage is chosen; null when they are unknown. */
const useUsedBytes = (deviceId: number, isAsked: boolean): number | null | undefined => {
  const input = { deviceId: String(deviceId) }
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeyOf(getUsedStorage, input, session.store.getState().userId),
    queryFn: () => requestData(getUsedStorage, input),
    enabled: isAsked,
  })
  useReturn(() => {
    if (isAsked) void refetch()
  })
  return isError ? null : data?.usedBytes
}

/** Change of a device: target, duration, coupon and order. */
export const useChange = ({ kind, quotedAt, device, targets, refetch }: ChangeRead) => {
  const [configId, chooseTarget] = useState<number>()
  const [hours, chooseHours] = useState<number>()
  const [key] = useState(randomId)
  const target = chosenTarget(targets, configId)
  const offer = chosenOffer(target, hours)
  const { deviceId } = device
  const isPaid = offer !== undefined && offer.payableCents > 0
  const coupons = useOrderCoupons(
    isPaid ? { kind, items: [{ id: offer.id, quantity: 1 }], deviceIds: [deviceId] } : undefined,
  )
  const { isBusy, order } = usePlaceOrder(() => Promise.all([refetch(), coupons.refetch()]))
  const couponCents = offer ? couponCentsOf(offer, coupons.chosen?.discountCents ?? 0) : 0
  const couponId = couponCents > 0 ? coupons.chosen?.coupon.id : undefined
  const payableCents = offer && offer.payableCents - couponCents
  const from = device.configuration
  const rows =
    target && offer ? [...comparisonOf(from, target.configuration), comparedEnd(device.expiresAt, offer.expiresAt)] : []
  const losses = lossText(rows)
  const isShrinking = from !== null && target !== undefined && target.configuration.storageGb < from.storageGb
  const usedBytes = useUsedBytes(deviceId, isShrinking)
  const fit = isShrinking ? fitOf(usedBytes, target.configuration.storageGb) : undefined

  /** Names what the phone becomes, until when, what it loses, and whether its content still fits. */
  const confirmTerms = async (words: string, confirmText: string): Promise<boolean> => {
    if (!target || !offer) return false
    const becomes = `「${device.name}」变为 ${configurationText(target.configuration)}，用到 ${formatDate(offer.expiresAt, 'YYYY-MM-DD HH:mm')}`
    const storage = fit && fitText(fit, usedBytes, isPaid)
    const body = [becomes, losses, storage, words].filter(Boolean).join('。')
    return confirm({ title: `变更为${target.goodsName}`, body, cancelText: '取消', confirmText })
  }

  const pay = () => {
    if (!offer || payableCents === undefined) return
    const input = {
      deviceId,
      id: offer.id,
      quote: offer.quote,
      totalCents: payableCents,
      ...(couponId && { couponId }),
    }
    order(
      input,
      (idempotencyKey) => callApi(calls[kind], input, { idempotencyKey }),
      losses ? () => confirmTerms('支付后几分钟内变更，期间不能使用', '去支付') : undefined,
    )
  }
  const changing = useWrite(
    async (input: CallInput<typeof changeByCredit>): Promise<void> => {
      const idempotencyKey = `${key}-${input.id}-${quotedAt}`
      const answer = await callApi(changeByCredit, input, { idempotencyKey })
      if (answer.code === ErrorCode.OK) await replacePage(taskPath(answer.data.taskId))
      else showToast(answer.msg, 'error')
    },
    {
      confirm: () => confirmTerms('几分钟内变更，期间不能使用。剩余价值已足够，无需支付', '确认变更'),
      onError: (error) => {
        showError(error)
        void refetch()
      },
    },
  )
  const change = () => {
    if (offer && target) changing.run({ deviceId, id: offer.id, quote: offer.quote })
  }
  return {
    kind,
    device,
    targets,
    target,
    chooseTarget,
    offer,
    chooseHours,
    isPaid,
    coupons,
    couponCents,
    payableCents,
    rows,
    losses,
    fit,
    usedBytes,
    isBusy: isBusy || changing.isBusy,
    isReady:
      target !== undefined &&
      !isSoldOut(target) &&
      offer !== undefined &&
      !coupons.isOpen &&
      fit !== 'tooMuch' &&
      fit !== 'asking',
    confirm: () => (isPaid ? pay() : change()),
  }
}

export type Change = ReturnType<typeof useChange>
