import { getCommonConfig } from '@yunji/contract/configure/calls'
import { queryClient, queryKeyOf, readData } from '../api/query.ts'
import { session } from '../session/session.ts'

/** Read ahead, for the pages that show it; a failure shows there. */
export const prefetchCommonConfig = () =>
  queryClient.prefetchQuery({
    queryKey: queryKeyOf(getCommonConfig, {}, session.store.getState().userId),
    queryFn: () => readData(getCommonConfig, {}),
  })
