import { getAccountFigures } from '@yunji/contract/commerce/wallet/calls'
import { useCall } from '../../../shared/api/query.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import type { AccountFigures } from './figures.ts'

/** What the user has; nothing while nobody is logged in. Any page that is opened from here may change it. */
export const useFigures = (): AccountFigures | undefined => {
  const { data, refetch, isEnabled } = useCall(getAccountFigures, {})
  useReturn(() => {
    if (isEnabled) void refetch()
  })
  return data
}
