import { useQuery } from '@tanstack/react-query'
import {
  changeGrant,
  createShare,
  getGrantList,
  getShareList,
  getUseLog,
  getViewers,
  giveGrants,
  revokeGrant,
  revokeShare,
} from '@yunji/contract/devices/grant/calls'
import type { GrantRecord, GrantSide, UseRecord } from '@yunji/contract/devices/grant/schema'
import type { CallInput } from '@yunji/contract/wire/call'
import { queryClient, queryKeyOf, requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { usePageVisible } from '../../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../../shared/session/session.ts'

const VIEWERS_EVERY_MS = 3000

const grantKey = ({ grantId }: GrantRecord) => grantId
const logKey = ({ useId }: UseRecord) => useId
const pageOf = ({ page, rows }: PageRequest) => ({ page: String(page), rows: String(rows) })

export const useGrants = (side: GrantSide) => {
  const userId = useSession((state) => state.userId)
  const list = usePagedList({
    key: [getGrantList.path, side, userId],
    read: (request: PageRequest) => requestData(getGrantList, { ...pageOf(request), side }),
    paging: byPage,
    rowKey: grantKey,
  })
  return { ...list, counts: list.query.data?.pages[0]?.counts }
}

export const useUses = () => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getUseLog.path, userId],
    read: (request: PageRequest) => requestData(getUseLog, pageOf(request)),
    paging: byPage,
    rowKey: logKey,
  })
}

export const useShares = () => useCall(getShareList, {})

/** Asked again while the page is on screen. */
export const useViewers = () => {
  const userId = useSession((state) => state.userId)
  const isVisible = usePageVisible()
  return useQuery({
    queryKey: queryKeyOf(getViewers, {}, userId),
    queryFn: () => requestData(getViewers, {}),
    enabled: userId !== null && isVisible,
    refetchInterval: VIEWERS_EVERY_MS,
  })
}

const readAgain = () =>
  Promise.all(
    [getGrantList, getShareList, getViewers].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

export const submitGrant = async (input: CallInput<typeof giveGrants>): Promise<void> => {
  await requestData(giveGrants, input)
  await readAgain()
}

export const submitShare = async (input: CallInput<typeof createShare>) => {
  const made = await requestData(createShare, input)
  await readAgain()
  return made
}

const questions = {
  given: { title: '收回授权？', body: '对方打开的画面会立即关闭。', confirmText: '收回' },
  received: { title: '不再使用这台设备？', body: '需要时可以请对方重新授权。', confirmText: '不再使用' },
} as const

export const useRevokeGrant = () =>
  useWrite(
    async ({ grantId, side }: Pick<GrantRecord, 'grantId' | 'side'>) => {
      await requestData(revokeGrant, { grantId })
      showToast(side === 'given' ? '已收回' : '已不再使用', 'success')
    },
    {
      confirm: ({ side }) => confirm({ ...questions[side], cancelText: '再想想', isDanger: true }),
      onSettled: readAgain,
    },
  )

export const useChangeGrant = () =>
  useWrite(
    async (change: CallInput<typeof changeGrant>) => {
      await requestData(changeGrant, change)
      showToast('已修改', 'success')
    },
    { onSettled: readAgain },
  )

export const useRevokeShare = () =>
  useWrite(
    async (shareId: number) => {
      await requestData(revokeShare, { shareId })
      showToast('已停止分享', 'success')
    },
    {
      confirm: () =>
        confirm({
          title: '停止分享？',
          body: '链接和授权码立即失效，打开的画面会关闭。',
          confirmText: '停止分享',
          cancelText: '再想想',
          isDanger: true,
        }),
      onSettled: readAgain,
    },
  )
