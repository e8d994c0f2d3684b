import { pages, pathOf } from './pages.ts'

const MAX_LENGTH = 512

/** Going back to the way in would only lead in circles. */
const waysIn: ReadonlySet<string> = new Set([pathOf('login/login'), pathOf('auth/wechatAuth')])
const destinations: ReadonlySet<string> = new Set(pages.map((page) => pathOf(page.route)))

/** Printable ASCII without a space, a backslash or a fragment: what an encoded query consists of. */
const ENCODED_QUERY = /^[!"$-[\]-~]*$/

/**
 * Where the user may go after logging in: a page of ours, with its query, or nothing. The path must be one of the list
 * to the letter, so no other origin, protocol or trick with slashes and dots can pass.
 */
export const safeReturnPath = (text: string | undefined): string | undefined => {
  if (!text || text.length > MAX_LENGTH) return undefined
  const queryAt = text.indexOf('?')
  const path = queryAt < 0 ? text : text.slice(0, queryAt)
  const query = queryAt < 0 ? '' : text.slice(queryAt + 1)
  if (!destinations.has(path) || waysIn.has(path) || !ENCODED_QUERY.test(query)) return undefined
  return query ? `${path}?${query}` : path
}
