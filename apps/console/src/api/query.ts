import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, CallData, CallInput } from '@yunji/contract/wire/call'
import { useRef } from 'react'
import { hideToast, showToast } from '../ui/toast.ts'
import { ApiError, callApi, messageOf } from './call-api.ts'

const FRESH_MS = 5_000
const RETRIES = 1

/**
 * Calls are made without a network too, and fail with a message at once: TanStack Query's default would hold a write back
 * and send it when the network returns, minutes after the operator gave up.
 */
const NETWORK_MODE = 'always'

export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: NETWORK_MODE },
    queries: {
      networkMode: NETWORK_MODE,
      // Off by default in this mode.
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTransport,
    },
  },
})

interface ReadOptions {
  readonly isEnabled?: boolean
  /** The last answer stays while another page loads. */
  readonly keepsLast?: boolean
  readonly refetchMs?: number
}

/** Data of a GET. */
export const useCall = <C extends Call>(
  call: C,
  input: CallInput<C>,
  { isEnabled = true, keepsLast = false, refetchMs }: ReadOptions = {},
) =>
  useQuery<CallData<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => callApi(call, input, signal),
    enabled: isEnabled,
    ...(keepsLast && { placeholderData: (last: CallData<C> | undefined) => last as never }),
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })

interface WriteOptions<C extends Call> {
  /** Words once it is done. */
  readonly done?: string | undefined
  readonly onDone?: ((data: CallData<C>) => void) | undefined
  /** Form fields show their own errors. */
  readonly isQuiet?: boolean | undefined
}

/**
 * A change; everything on the page is read again after it, and after a refusal or a lost answer too: the page showed
 * something that is no longer so, or the change was made all the same.
 */
export const useWrite = <C extends Call>(call: C, { done, onDone, isQuiet = false }: WriteOptions<C> = {}) => {
  const client = useQueryClient()
  const failure = useRef<string>(undefined)
  return useMutation<CallData<C>, unknown, CallInput<C>>({
    mutationFn: (input) => callApi(call, input),
    onMutate: () => {
      // A failure that is tried again is no news any more.
      if (failure.current) hideToast(failure.current)
    },
    onSuccess: (data) => {
      if (done) showToast(done)
      onDone?.(data)
    },
    onError: (error) => {
      if (!isQuiet) failure.current = showToast(messageOf(error), 'error')
    },
    onSettled: () => void client.invalidateQueries(),
  })
}
