import type { component as adapterComponent } from 'glass-easel-miniprogram-adapter'
import type { Router } from '../page/router.ts'
import type { ApiFamily } from './api.ts'
import { SelectorQuery } from './selector-query.ts'

type Component = adapterComponent.GeneralComponent
type ObserverOptions = Parameters<Component['createIntersectionObserver']>[0]

/** Interfaces that measure the page. */
export const measuringApis = (router: Router): ApiFamily => {
  const page = () => {
    if (!router.top) throw new Error('no page is open')
    return router.top
  }
  return {
    sync: {
      createSelectorQuery: () => new SelectorQuery(page),
      createIntersectionObserver: (component?: Component, options?: ObserverOptions) =>
        (component ?? (page().object as unknown as Component)).createIntersectionObserver(options),
    },
  }
}
