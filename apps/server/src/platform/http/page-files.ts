import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '@yunji/contract/pages'

/** Written by the client's build: the scripts and styles of each page, beside those of the entry. */
const LIST = 'page-files.json'
const HOME = pathOf('Home/index')
/** Bundle of the home page with a login. */
const MY_DEVICES = 'my-devices'
/** The client keeps its login in a cookie too. Here it only decides what is loaded early. */
const LOGIN_COOKIE = /(?:^|;\s*)token=[^;]/

const tagOf = (file: string): string =>
  `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}"/>`

/**
 * Names the files of a page in its head: the browser loads them together with the entry's, instead of after the entry
 * has run and asked for them.
 */
export const readPageFiles = (folder: string) => {
  const path = join(folder, LIST)
  const files: Readonly<Record<string, readonly string[]>> = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {}
  const tagsOf = (names: readonly string[]): string =>
    [...new Set(names.flatMap((name) => files[name] ?? []))].map(tagOf).join('')
  return (entry: string, page: string, cookie = ''): string => {
    const name = page === '/' ? HOME : page
    const tags = tagsOf(name === HOME && LOGIN_COOKIE.test(cookie) ? [name, MY_DEVICES] : [name])
    return entry.replace('</head>', () => `${tags}</head>`)
  }
}
