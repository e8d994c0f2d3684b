import { access } from './call.ts'
import type { SideRoute } from './side-routes.ts'

/** Side routes that no page makes an address of, and so carries none of: the server tells it, or somebody outside has it. */
export const servedRoutes = {
  goodsPicture: { method: 'GET', path: '/goods/:name', access: access.open, summary: '商品图片' },
} as const satisfies Record<string, SideRoute>
