import { getActivationCodes, redeemActivationCode } from '@yunji/contract/commerce/activation/calls'
import type { ActivationCode, ActivationCodeState } from '@yunji/contract/commerce/activation/schema'
import { callApi } from '../../../shared/api/client.ts'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { useSession } from '../../../shared/session/session.ts'

const codeKey = ({ codeId }: ActivationCode) => codeId

/** Codes in one state, or all of them. */
export type CodeFilter = ActivationCodeState | 'all'

export const useCodes = (filter: CodeFilter) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getActivationCodes.path, filter, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(getActivationCodes, {
        page: String(page),
        rows: String(rows),
        ...(filter !== 'all' && { state: filter }),
      }),
    paging: byPage,
    rowKey: codeKey,
  })
}

export interface Redemption {
  readonly activationCode: string
  readonly deviceId?: number
  readonly zoneId?: number
}

/** The same try under the same key: an answer that never came gives nothing twice. */
export const redeem = async (redemption: Redemption, idempotencyKey: string) => {
  const answer = await callApi(redeemActivationCode, redemption, { idempotencyKey })
  // The devices, the codes and the figures are others now.
  await queryClient.invalidateQueries()
  return answer
}
