import { sideRoutes } from '../wire/side-routes.ts'

const PAGE_LOG_SUCCESS = 0

/** A page log knows another success than the envelope: its answer is returned as it is when its code is 0 (section 7). */
export const isPageLogAccepted = (path: string, code: number): boolean =>
  `${path}/`.startsWith(`${sideRoutes.pageLog.path}/`) && code === PAGE_LOG_SUCCESS
