import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import { useSelf } from './session/self.ts'
import { areas, areasFor } from './shell/areas.ts'
import { Shell } from './shell/shell.tsx'
import { Empty, LoadingFailed } from './ui/states.tsx'

/** Every page reads its state from texts in the query: they come from links and may be anything. */
const textsOf = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  )

const root = createRootRoute({ component: Shell, validateSearch: textsOf })

const pages = areas
  .flatMap((area) => area.pages)
  .map(({ path, load }) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) }))

function FirstPage() {
  const [first] = areasFor(useSelf().rights)
  return <Navigate to={first?.pages[0]?.path ?? '/account'} replace />
}

const index = createRoute({ getParentRoute: () => root, path: '/', component: FirstPage })

export const router = createRouter({
  routeTree: root.addChildren([index, ...pages]),
  basepath: '/console',
  // Plain query strings, without JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    ).toString()
    return text && `?${text}`
  },
  defaultPreload: 'intent',
  defaultNotFoundComponent: () => <Empty title="没有这个页面" hint="地址可能有误，请从左侧菜单进入。" icon="search" />,
  // A page's script that does not load: after an update, or without a network.
  defaultErrorComponent: ({ error }) => <LoadingFailed of={{ error, refetch: () => location.reload() }} />,
})
