import { getAccountFigures } from '@yunji/contract/commerce/wallet/calls'
import { useCall } from '../../../shared/api/query.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import type { AccountFigures } from './figures.ts'

/** Figures of the account; undefined without a login. Refetched on return, since pages opened from here change them. */
export const useFigures = (): AccountFigures | undefined => {
  const { data, refetch, isEnabled } = useCall(getAccountFigures, {})
  useReturn(() => {
    if (isEnabled) void refetch()
  })
  return data
}
