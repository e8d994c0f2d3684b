import { useQuery } from '@tanstack/react-query'
import { getOrderPhones } from '@yunji/contract/commerce/order/calls'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderGoods, OrderInfo } from '@yunji/contract/commerce/order/schema'
import { getTaskInfo } from '@yunji/contract/devices/task/calls'
import { isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { useEffect } from 'react'
import { queryKeyOf, requestData, useCall } from '../../../shared/api/query.ts'
import { makesPhones } from '../../../shared/commerce/order-text.ts'
import { newDevice } from '../../../shared/devices/new-device.ts'
import { useLive } from '../../../shared/live/live.ts'
import { useLiveTasks } from '../../../shared/live/live-tasks.ts'
import { newerTask } from '../../../shared/live/newer-task.ts'
import { useSession } from '../../../shared/session/session.ts'

const LOOK_AGAIN_MS = 2000

/** A task as fetched, or as updated by events. */
const useTaskNow = (taskId: number | null, isWanted: boolean): TaskRecord | undefined => {
  const userId = useSession((state) => state.userId)
  const input = { taskId: String(taskId ?? '') }
  const { data, dataUpdatedAt } = useQuery({
    queryKey: queryKeyOf(getTaskInfo, input, userId),
    queryFn: () => requestData(getTaskInfo, input),
    enabled: taskId !== null && isWanted,
  })
  const latest = useLiveTasks(({ known }) => known.get(taskId ?? 0))
  if (!data || !latest) return data ?? latest?.task
  return newerTask({ task: data, knownAtMs: dataUpdatedAt }, latest).task
}

/** The phones that an order is about; null while it loads and for other orders. */
export const useOrderGoods = (orderId: number): OrderGoods | null =>
  useCall(getOrderPhones, { orderId: String(orderId) }).data?.goods ?? null

/** Devices of a paid order, with the progress of the task that creates them. */
export const useOrderWork = ({ orderId, status, kind }: OrderInfo, onChange: () => void) => {
  const userId = useSession((state) => state.userId)
  const isUnderWay = status === OrderStatus.paid
  useLive(isUnderWay)
  const input = { orderId: String(orderId) }
  const { data, refetch } = useQuery({
    queryKey: queryKeyOf(getOrderPhones, input, userId),
    queryFn: () => requestData(getOrderPhones, input),
    refetchInterval: ({ state }) => (isUnderWay && !state.data?.taskId ? LOOK_AGAIN_MS : false),
  })
  const task = useTaskNow(data?.taskId ?? null, isUnderWay)
  const isOver = task !== undefined && isTaskOver(task.state)
  // The order is updated after its task, and its phones after the order.
  useEffect(() => {
    if (isOver && isUnderWay) onChange()
  }, [isOver, isUnderWay, onChange])
  useEffect(() => {
    if (!isUnderWay) void refetch()
  }, [isUnderWay, refetch])
  const firstId = data?.phones.find(({ isReturned }) => !isReturned)?.deviceId
  useEffect(() => {
    if (firstId !== undefined && makesPhones(kind)) newDevice.announce(firstId)
  }, [firstId, kind])
  return {
    phones: data?.phones ?? [],
    goods: data?.goods ?? null,
    isFirstPurchase: data?.isFirstPurchase ?? false,
    task,
  }
}
