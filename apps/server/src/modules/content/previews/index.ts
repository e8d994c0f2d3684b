import { CARD_CODE_PARAM, SHARE_PARAM } from '@yunji/contract/devices/grant/rules'
import { pathOf } from '@yunji/contract/pages'
import type { Database } from '../../../platform/database.ts'
import type { PagePreview } from '../../../platform/http/page-preview.ts'
import { readPlayTrial } from '../../configuration/guide/index.ts'
import { findEnabledActivity } from '../activities/index.ts'

const ICON = '/static/icon-512.png'
const LANDING = pathOf('landing/play-trial/index')
const DOWNLOAD = pathOf('landing/play-trial/download')
const ACTIVITY = pathOf('webView/activity')
const SCREEN = pathOf('webView/web_instance')
const POSITIVE_ID = /^[1-9]\d{0,8}$/

const home: PagePreview = {
  title: '云机 · 一台云上的手机',
  description: '24 小时在线，换设备接着用',
  image: ICON,
  path: '/',
}

/** The preview is seen by everybody whom the link reaches: it holds no data of a user, a device or a share. */
const sharedScreen: PagePreview = {
  title: '打开分享给你的云手机',
  description: '点开就能看画面，不用下载',
  image: ICON,
  path: SCREEN,
}

const paramsOf = (query: unknown): Readonly<Record<string, unknown>> =>
  typeof query === 'object' && query !== null ? { ...query } : {}

/** Previews of the pages that people pass on: home, landing, activities and shared screens. */
export const createPagePreviews = ({ database: { db } }: { readonly database: Database }) => {
  const landing = async (path: string): Promise<PagePreview> => {
    const { game } = await readPlayTrial(db)
    return { title: `免费试玩「${game.name}」`, description: game.tagline, image: ICON, path }
  }
  const activity = async (activityId: unknown): Promise<PagePreview | undefined> => {
    if (typeof activityId !== 'string' || !POSITIVE_ID.test(activityId)) return undefined
    const found = await findEnabledActivity(db, Number(activityId))
    if (!found) return undefined
    return {
      title: found.name,
      description: '云机活动，点开看看',
      image: ICON,
      path: `${ACTIVITY}?activityId=${activityId}`,
    }
  }
  return async (path: string, query: unknown): Promise<PagePreview | undefined> => {
    const params = paramsOf(query)
    if (path === '/') return home
    if (path === LANDING || path === DOWNLOAD) return landing(path)
    if (path === ACTIVITY) return activity(params.activityId)
    return path === SCREEN && (SHARE_PARAM in params || CARD_CODE_PARAM in params) ? sharedScreen : undefined
  }
}
