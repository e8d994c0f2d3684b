import { useQuery } from '@tanstack/react-query'
import { getStockWaits, setStockWait } from '@yunji/contract/commerce/commodity/calls'
import { STOCK_WAIT_DAYS } from '@yunji/contract/commerce/commodity/terms'
import { claimTrialDevice, getNewUserReceiveEquipment } from '@yunji/contract/configuration/guide/calls'
import { pathOf } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'
import { useEffect } from 'react'
import { queryClient, queryKeyOf, requestData, useCall } from '../../shared/api/query.ts'
import { showError } from '../../shared/api/show-error.ts'
import { useWrite } from '../../shared/api/use-write.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { loginUrlBackTo } from '../../shared/navigation/login-redirect.ts'
import { usePageOnTop } from '../../shared/platform/page/page-lifecycle.ts'
import { currentUrl } from '../../shared/platform/router/location'
import { openPage } from '../../shared/platform/router/router.ts'
import { session, useSession } from '../../shared/session/session.ts'
import { createTrialIntent } from './trial-intent.ts'

export type Equipment = CallData<typeof getNewUserReceiveEquipment>

const POLL_MS = 2000

/** In memory, and not in the address: a link that somebody sends must not use up a trial. */
const intent = createTrialIntent()

const isPreparing = (equipment: Equipment | undefined): boolean =>
  equipment !== undefined && equipment.deviceId !== null && equipment.endsAt === null

const openPhone = (deviceId: number) => openPage(`${pathOf('webView/web_instance')}?deviceId=${deviceId}&mode=control`)

/** Trial of the caller; polled while its phone is being prepared. */
const useEquipment = () => {
  const userId = useSession((state) => state.userId)
  return useQuery({
    queryKey: queryKeyOf(getNewUserReceiveEquipment, {}, userId),
    queryFn: () => requestData(getNewUserReceiveEquipment, {}),
    enabled: userId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isPreparing(state.data) ? POLL_MS : false),
  })
}

/** Starts a trial: by way of the login, and up to the phone's own page once it can be used. */
export const useTrial = () => {
  const userId = useSession((state) => state.userId)
  const { data: equipment, refetch } = useEquipment()
  const isOnTop = usePageOnTop()
  const claim = useWrite(() => requestData(claimTrialDevice, {}), {
    onError: (error) => {
      intent.drop()
      showError(error)
    },
    onSettled: () => refetch(),
  })
  const { run } = claim

  useEffect(() => {
    if (!isOnTop || !equipment) return
    const step = intent.next(equipment)
    if (step === 'claim') run()
    if (step === 'open' && equipment.deviceId) void openPhone(equipment.deviceId)
    if (step === 'failed') showToast('云手机没有准备好，本次不计入试用，请再试一次', 'error')
  }, [isOnTop, equipment, run])

  return {
    equipment,
    isBusy: claim.isBusy,
    isPreparing: isPreparing(equipment),
    refetch: () => void refetch(),
    start: (): void => {
      intent.want()
      if (userId === null) void openPage(loginUrlBackTo(currentUrl()))
      else if (equipment?.endsAt && equipment.deviceId) void openPhone(equipment.deviceId)
      else void refetch()
    },
  }
}

/** 到货提醒 for a trial. */
export const useTrialWait = (configId: number | null) => {
  const waits = useCall(getStockWaits, {}).data?.waits ?? []
  const isOn = waits.some((wait) => wait.isForTrial && wait.configId === configId)
  const { run, isBusy } = useWrite(async () => {
    if (configId === null) return
    const after = await requestData(setStockWait, { configId, isForTrial: true, isOn: !isOn })
    queryClient.setQueryData(queryKeyOf(getStockWaits, {}, session.store.getState().userId), after)
    showToast(isOn ? '已取消提醒' : `${STOCK_WAIT_DAYS} 天内有空闲会提醒你一次`, 'success')
  })
  return { isOn, isBusy, toggle: run }
}
