import type { InfiniteData } from '@tanstack/react-query'
import { exportStatement, getStatement } from '@yunji/contract/commerce/wallet/calls'
import type { StatementEntry, WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import type { CallData } from '@yunji/contract/wire/call'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { byTime, type TimedPageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { saveText } from '../../../shared/platform/files/save-file'
import { useSession } from '../../../shared/session/session.ts'
import type { Month } from './statement-text.ts'

export type StatementDirection = 'all' | 'in' | 'out'

/** Filter of the statement. */
export interface StatementPart {
  readonly account: WalletAccount
  readonly month: Month
  readonly direction: StatementDirection
}

type Held = InfiniteData<CallData<typeof getStatement>>

const entryKey = ({ entryId }: StatementEntry) => entryId

const keyOf = (part: StatementPart, userId: number | null) => [getStatement.path, part, userId]

export const useStatement = (part: StatementPart) => {
  const userId = useSession((state) => state.userId)
  const list = usePagedList({
    key: keyOf(part, userId),
    read: ({ num, size, time }: TimedPageRequest) =>
      requestData(getStatement, {
        ...part,
        num: String(num),
        size: String(size),
        ...(time !== undefined && { time: String(time) }),
      }),
    paging: byTime,
    rowKey: entryKey,
  })
  // The sums are the same for both directions of a month: they stay visible while the other one loads.
  const whole = queryClient.getQueryData<Held>(keyOf({ ...part, direction: 'all' }, userId))
  return { ...list, sums: list.query.data?.pages[0] ?? whole?.pages[0] }
}

/** The server answers long months in parts. */
const readWholeExport = async (part: StatementPart) => {
  const first = await requestData(exportStatement, part)
  const parts = [first.csv]
  for (let next = first.nextEntryId; next !== null; ) {
    const further = await requestData(exportStatement, { ...part, beforeEntryId: String(next) })
    parts.push(further.csv)
    next = further.nextEntryId
  }
  return { fileName: first.fileName, csv: parts.join('') }
}

export const downloadStatement = async (part: StatementPart): Promise<void> => {
  try {
    const { csv, fileName } = await readWholeExport(part)
    if (await saveText(csv, fileName)) showToast('明细已导出', 'success')
    else showToast('没有导出，请重试', 'error')
  } catch (error) {
    showError(error)
  }
}
