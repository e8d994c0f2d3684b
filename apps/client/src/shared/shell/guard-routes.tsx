import './frame.css'
import type { ClientRoute } from '../navigation/page-title.ts'
import { PageParamsProvider } from '../platform/router/page-params.ts'
import { currentPath } from '../platform/router/router.ts'
import { watchRouter } from '../platform/router/router-idle.h5.ts'
import { LazyPage } from './lazy-page.tsx'
import { type ImportPage, loadPage, type PageModule } from './load-page.ts'
import { preloadAfter } from './preload.ts'
import { finishLeaving, patchRouterTiming } from './router-timing.ts'

/** A route as the framework's router expects it; the two values are passed through. */
type Load = (...handedOn: unknown[]) => [page: Promise<PageModule>, ...handedOn: unknown[]]

interface Route {
  readonly path: string
  load: Load
}

interface AppConfig {
  readonly routes: readonly Route[]
  readonly preloadRule: Readonly<Record<string, { readonly packages: readonly string[] }>>
}

const never = new Promise<never>(() => undefined)

const guard = (path: string, load: Load, onLoaded: () => void): Load => {
  const route = path.replace(/^\/?pages\//, '') as ClientRoute
  const importPage: ImportPage = () => load()[0]
  const standIn = (firstTry: Promise<PageModule>): PageModule => ({
    default: () => (
      <PageParamsProvider>
        <LazyPage route={route} importPage={importPage} firstTry={firstTry} />
      </PageParamsProvider>
    ),
  })
  const open = async () => {
    finishLeaving()
    const wanted = currentPath()
    const page = await loadPage(importPage, standIn)
    onLoaded()
    // The router would show it even if the user has gone elsewhere meanwhile.
    return currentPath() === wanted ? page : never
  }
  return (...handedOn) => [open(), ...handedOn]
}

/** Puts every route of the browser's build under the time-outs; called by the entry before the router starts. */
export const guardRoutes = ({ routes, preloadRule }: AppConfig): void => {
  watchRouter()
  patchRouterTiming()
  const imports = routes.map(({ path, load }) => ({ path, importPage: () => load()[0] }))
  for (const route of routes) {
    const packages = preloadRule[route.path]?.packages ?? []
    route.load = guard(route.path, route.load, () => preloadAfter(imports, packages))
  }
}
