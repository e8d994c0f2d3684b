import { createContext, createElement, type PropsWithChildren, useContext, useState } from 'react'
import { type PageParams, paramsOf } from '../../navigation/params-of.ts'
import { currentUrl } from './location'

const PageParamsContext = createContext<PageParams | undefined>(undefined)

/**
 * Parameters of the top page, read at mount. The framework's `getCurrentInstance().router` may still be that of the page
 * before when one page redirects to the next at once.
 */
const useParamsAtMount = (): PageParams => useState(() => paramsOf(currentUrl()))[0]

/** Keeps the parameters that a page was opened with, for a page whose bundle arrives when another may be on screen. */
export function PageParamsProvider({ children }: PropsWithChildren) {
  return createElement(PageParamsContext.Provider, { value: useParamsAtMount() }, children)
}

export const usePageParams = (): PageParams => {
  const provided = useContext(PageParamsContext)
  const own = useParamsAtMount()
  return provided ?? own
}
