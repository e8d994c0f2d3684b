import { useQuery } from '@tanstack/react-query'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { queryClient, queryKeyOf, requestData } from '../api/query.ts'
import { session, useSession } from '../session/session.ts'

const userInfoQuery = (userId: number | null) => ({
  queryKey: queryKeyOf(getUserInfo, {}, userId),
  queryFn: async () => {
    const info = await requestData(getUserInfo, {})
    session.setInfo(info)
    return info
  },
})

export const useUserInfo = () => {
  const userId = useSession((state) => state.userId)
  return useQuery({ ...userInfoQuery(userId), enabled: userId !== null })
}

export const reloadUserInfo = () =>
  queryClient.fetchQuery({ ...userInfoQuery(session.store.getState().userId), staleTime: 0 })
