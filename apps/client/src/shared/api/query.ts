import { QueryClient, useQuery } from '@tanstack/react-query'
import { type Call, type CallData, type CallInput, isOpenTo } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { client } from '../platform/app/client'
import { session, useSession } from '../session/session.ts'
import { ApiError } from './api-error.ts'
import { callApi } from './client.ts'
import type { CallOptions } from './create-client.ts'

const FRESH_MS = 10_000
const MAX_RETRIES = 1

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.isTransport,
    },
  },
})

// Cached data belongs to one account.
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) queryClient.clear()
})

/** A read whose page knows only success; any other answer is an error of the read. */
export const requestData = async <C extends Call>(
  call: C,
  input: CallInput<C>,
  options?: Pick<CallOptions, 'isFirstRead'>,
): Promise<CallData<C>> => {
  const { code, msg, data } = await callApi(call, input, { hasIndicator: false, ...options })
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  return data as CallData<C>
}

export const queryKeyOf = <C extends Call>(call: C, input: CallInput<C>, userId: number | null) =>
  [call.path, input, userId] as const

/** Reads a call before its page is first drawn. In the browser alone: a mini-program loads all its pages at the start. */
export const readAhead = <C extends Call>(call: C, input: CallInput<C>): Promise<void> | undefined =>
  client.clientType === 'h5'
    ? queryClient.prefetchQuery({
        queryKey: queryKeyOf(call, input, session.store.getState().userId),
        queryFn: () => requestData(call, input),
      })
    : undefined

/** Reads a call for a page. A closed call waits for a login instead of being refused. */
export const useCall = <C extends Call>(call: C, input: CallInput<C>) => {
  const userId = useSession((state) => state.userId)
  return useQuery({
    queryKey: queryKeyOf(call, input, userId),
    queryFn: () => requestData(call, input),
    enabled: userId !== null || isOpenTo(call.access),
  })
}
