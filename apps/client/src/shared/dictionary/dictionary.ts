import { useQuery } from '@tanstack/react-query'
import { getDictionary } from '@yunji/contract/configuration/calls'
import { readData } from '../api/query.ts'
import { systemClock } from '../platform/app/clock.ts'
import { createListCache } from './list-cache.ts'

/** The lists that the server has by these names. */
type Category = 'industry' | 'worktype'

const readList = createListCache({
  load: async (category) => (await readData(getDictionary, { category })).entries,
  clock: systemClock,
})

/** Several lists that are shown together. How long they are fresh is the cache's matter: whoever shows them asks it. */
export const useDictionaries = (categories: readonly Category[]) =>
  useQuery({
    queryKey: ['dictionary', ...categories],
    queryFn: () => Promise.all(categories.map(readList)),
    staleTime: 0,
  })
