import { type PageDefinition, pages } from '@yunji/contract/pages'
import { NOT_FOUND_ROUTE } from './page-title.ts'

/** Pages of the main package: the three tabs, the login, and the page for unknown paths. */
const mainRoutes: readonly string[] = [
  ...pages.filter((page: PageDefinition) => page.tab).map((page) => page.route),
  'login/login',
  NOT_FOUND_ROUTE,
]

/** Page folders to preload while a tab is visible. */
const foldersAhead: Readonly<Record<string, readonly string[]>> = {
  'Home/index': ['Device', 'Group', 'Renew', 'webView'],
  'Home/create': ['create', 'pay'],
  'Home/user': ['user', 'Task', 'Space', 'CloudBeanToMonthly', 'CustomerService'],
}

const pagePath = (route: string) => `pages/${route}`
const folderOf = (route: string) => route.slice(0, route.indexOf('/'))

export const mainPages: readonly string[] = mainRoutes.map(pagePath)

export interface SubPackage {
  readonly root: string
  readonly pages: readonly string[]
}

const otherRoutes = pages.map((page): string => page.route).filter((route) => !mainRoutes.includes(route))

/** Every page outside the main package, one package per folder. */
export const subPackages: readonly SubPackage[] = [...new Set(otherRoutes.map(folderOf))].map((folder) => ({
  root: pagePath(folder),
  pages: otherRoutes.filter((route) => folderOf(route) === folder).map((route) => route.slice(folder.length + 1)),
}))

/** For each tab, the roots of the sub-packages to load while it is on screen. */
export const preloadRule = Object.fromEntries(
  Object.entries(foldersAhead).map(([route, folders]) => [
    pagePath(route),
    { network: 'all' as const, packages: folders.map(pagePath) },
  ]),
)
