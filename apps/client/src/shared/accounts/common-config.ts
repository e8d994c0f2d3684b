import { useQuery } from '@tanstack/react-query'
import { getCommonConfig } from '@yunji/contract/configuration/calls'
import { queryClient, queryKeyOf, requestData } from '../api/query.ts'
import { loadScript } from '../platform/external-script'
import { session, useSession } from '../session/session.ts'

const commonConfigQuery = (userId: number | null) => ({
  queryKey: queryKeyOf(getCommonConfig, {}, userId),
  queryFn: async () => {
    const { externalScripts = [], ...config } = await requestData(getCommonConfig, {})
    session.setCommonConfig(config)
    // They are extras: the page does not wait for them.
    for (const url of externalScripts) void loadScript(url).catch(() => undefined)
    return config
  },
})

/** Read ahead, for the pages that show it; a failure shows there. */
export const prefetchCommonConfig = () => queryClient.prefetchQuery(commonConfigQuery(session.store.getState().userId))

/** Text of the renewal bar; what could not be read ahead is read again. */
export const useRenewMsg = (): string => {
  useQuery(commonConfigQuery(useSession(({ userId }) => userId)))
  return useSession(({ renewMsg }) => renewMsg)
}
