import { useQuery } from '@tanstack/react-query'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { client } from '../../../shared/platform/app/client'
import { systemClock } from '../../../shared/platform/app/clock.ts'
import { request } from '../../../shared/platform/network/request'
import { gatewayOrigin, type Latency } from './latency.ts'

/** The first request also opens the connection; the shortest of the others counts. */
const REQUESTS = 4
const TIMEOUT_MS = 3000

const measure = async (gatewayUrl: string): Promise<number | null> => {
  const url = `${gatewayOrigin(gatewayUrl) || client.apiBase}${sideRoutes.healthz.path}`
  const times: number[] = []
  try {
    for (let count = 0; count < REQUESTS; count += 1) {
      const startMs = systemClock()
      await request({ method: 'GET', url, headers: {}, timeoutMs: TIMEOUT_MS })
      times.push(systemClock() - startMs)
    }
  } catch {
    return null
  }
  return Math.max(1, Math.min(...times.slice(1)))
}

/** Latencies by gateway address, measured from here when the page opens, and again on request. */
export const useLatencies = (gatewayUrls: readonly string[]) => {
  const urls = [...new Set(gatewayUrls)]
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['latencies', urls],
    queryFn: async () => {
      const times = await Promise.all(urls.map(measure))
      return Object.fromEntries(urls.map((url, index) => [url, times[index] ?? null]))
    },
    gcTime: 0,
  })
  return {
    latencyOf: (gatewayUrl: string): Latency => data?.[gatewayUrl],
    isMeasuring: isFetching,
    measureAll: refetch,
  }
}
