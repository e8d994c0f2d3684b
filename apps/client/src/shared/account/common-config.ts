import { getCommonConfig } from '@yunji/contract/configure/calls'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configure/rules'
import { queryClient, queryKeyOf, readData, useCall } from '../api/query.ts'
import { session } from '../session/session.ts'

/** What the operator has configured, or the specification's own words. */
export const useRenewalReminder = (): string =>
  useCall(getCommonConfig, {}).data?.renewalReminderMsg || DEFAULT_RENEWAL_REMINDER

/** Read ahead, for the pages that show it; a failure shows there. */
export const prefetchCommonConfig = () =>
  queryClient.prefetchQuery({
    queryKey: queryKeyOf(getCommonConfig, {}, session.store.getState().userId),
    queryFn: () => readData(getCommonConfig, {}),
  })
