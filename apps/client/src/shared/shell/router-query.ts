import { paramsOf } from '../navigation/params-of.ts'

/** In place of the library with which the framework's router reads a query: the only function that it calls. */
export default { parse: (search: string) => ({ ...paramsOf(search.startsWith('?') ? search : `?${search}`) }) }
