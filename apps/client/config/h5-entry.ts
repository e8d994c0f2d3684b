import path from 'node:path'
import type { Chain } from './compile'

const guardModule = path.resolve(__dirname, '../src/shared/shell/guard-routes.tsx')
const noBars = path.resolve(__dirname, '../src/shared/shell/no-bars.ts')
const routerQuery = path.resolve(__dirname, '../src/shared/shell/router-query.ts')
const noStyles = path.resolve(__dirname, '../src/shared/shell/no-styles.css')

interface EntryCode {
  extraImportForWeb: string
  execBeforeCreateWebApp: string
}

/** Lines of the entry that register the framework's own pull-to-refresh, which is off on every page. */
const PULL_TO_REFRESH = /^.*defineCustomElementTaroPullToRefreshCore.*\n/gm

/**
 * The framework writes the browser's entry itself. Its router waits for a page's bundle without an end, showing
 * nothing when it fails: two lines more put our own loader between the router and the bundles.
 */
export const shapeEntry = (chain: Chain): void => {
  chain.plugin('mainPlugin').tap((args: { loaderMeta: EntryCode }[]) => {
    for (const { loaderMeta } of args) {
      loaderMeta.extraImportForWeb = `${loaderMeta.extraImportForWeb.replace(PULL_TO_REFRESH, '')}import { guardRoutes } from ${JSON.stringify(guardModule)}\n`
      loaderMeta.execBeforeCreateWebApp = `${loaderMeta.execBeforeCreateWebApp.replace(PULL_TO_REFRESH, '')}guardRoutes(config)\n`
    }
    return args
  })
}

/**
 * Every first load would carry the framework's bars, the engine of its web components with their style sheet, and a
 * whole library for a query, none of which any page uses: about 25 kB, compressed.
 */
export const leaveOutUnused = (chain: Chain): void => {
  const router = path.join(path.dirname(require.resolve('@tarojs/router/package.json')), 'dist')
  chain.resolve.alias
    .set('@tarojs/components/global.css$', noStyles)
    .set('@tarojs/components/dist/taro-components/taro-components.css$', noStyles)
    .set(path.join(router, 'tabbar.js'), noBars)
    .set(path.join(router, 'navigationBar.js'), noBars)
    .set('query-string$', routerQuery)
}
