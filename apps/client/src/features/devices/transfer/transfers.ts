import {
  acceptTransfer,
  cancelTransfer,
  getTransferDevices,
  getTransferList,
  rejectTransfer,
  startTransfer,
} from '@yunji/contract/devices/transfer/calls'
import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import { pathOf } from '@yunji/contract/pages'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { noteDeviceChanges } from '../../../shared/devices/device-changes.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { useSession } from '../../../shared/session/session.ts'

export const useTransferDevices = (deviceIds: readonly number[]) =>
  useCall(getTransferDevices, { deviceIds: [...deviceIds] })

const transferKey = ({ transferId }: TransferRecord) => transferId

export const useTransfers = () => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getTransferList.path, userId],
    read: ({ page, rows }: PageRequest) => requestData(getTransferList, { page: String(page), rows: String(rows) }),
    paging: byPage,
    rowKey: transferKey,
  })
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: [getTransferList.path] })

export interface NewTransfer {
  readonly deviceIds: readonly number[]
  readonly mobilePhone: string
  readonly code: string
}

export const sendTransfer = async ({ deviceIds, mobilePhone, code }: NewTransfer): Promise<void> => {
  await requestData(startTransfer, { deviceIds: [...deviceIds], mobilePhone, code })
  await Promise.all([readAgain(), queryClient.invalidateQueries({ queryKey: [getTransferDevices.path] })])
}

export type TransferAction = 'accept' | 'reject' | 'cancel'

const calls = { accept: acceptTransfer, reject: rejectTransfer, cancel: cancelTransfer } as const

const questions = {
  accept: { title: '接收这些设备？', body: '设备和其中的数据将归你所有，并进入默认分组。', confirmText: '接收' },
  reject: { title: '拒绝接收？', body: '设备仍归对方使用，对方会收到消息。', confirmText: '拒绝' },
  cancel: { title: '取消这次转移？', body: '对方将不能再接收，设备仍归你使用。', confirmText: '取消转移' },
} as const

const done = { accept: '已接收', reject: '已拒绝', cancel: '已取消转移' } as const

interface Answer {
  readonly transferId: number
  readonly action: TransferAction
}

/** Accepts, rejects or cancels a transfer, after a question. */
export const useAnswerTransfer = () =>
  useWrite(
    async ({ transferId, action }: Answer) => {
      await requestData(calls[action], { transferId })
      if (action === 'accept') {
        noteDeviceChanges()
        void openPage(pathOf('Home/index'))
      }
      showToast(done[action], 'success')
    },
    {
      confirm: ({ action }) => confirm({ ...questions[action], cancelText: '再想想' }),
      onSettled: readAgain,
    },
  )
