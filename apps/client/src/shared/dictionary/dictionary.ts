import { useQuery } from '@tanstack/react-query'
import { getDictionary } from '@yunji/contract/configuration/calls'
import { requestData } from '../api/query.ts'
import { systemClock } from '../platform/app/clock.ts'
import { createListCache } from './list-cache.ts'

/** The lists that the server has by these names. */
type Category = 'industry' | 'worktype'

const readList = createListCache({
  load: async (category) => (await requestData(getDictionary, { category })).entries,
  clock: systemClock,
})

/** Several dictionaries at once. `staleTime` is 0, because the list cache decides about freshness. */
export const useDictionaries = (categories: readonly Category[]) =>
  useQuery({
    queryKey: ['dictionary', ...categories],
    queryFn: () => Promise.all(categories.map(readList)),
    staleTime: 0,
  })
