import { resolvePackagePath } from '../../package-format.ts'

export interface PageUrl {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Splits an address of a page. Like WeChat, it leaves query values as they are written: encoded. */
export function parsePageUrl(url: string, currentPath: string): PageUrl {
  const [target = '', queryText = ''] = url.split('?', 2)
  const query: Record<string, string> = {}
  for (const pair of queryText.split('&')) {
    if (pair === '') continue
    const separator = pair.indexOf('=')
    if (separator < 0) query[pair] = ''
    else query[pair.slice(0, separator)] = pair.slice(separator + 1)
  }
  return { path: resolvePackagePath(currentPath, target), query }
}
