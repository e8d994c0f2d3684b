/** A page of the client: its route below `/pages/` and the title that stands in its bar. */
export interface PageDefinition {
  readonly route: string
  readonly title: string
  /** Seen without logging in: an invalid login does not redirect from it. */
  readonly open?: true
  /** One of the three tabs. */
  readonly tab?: true
}

/** All routes of the specification (section 2), in its order, then ours (docs/deviations.md) but for `notFound/index`. */
export const pages = [
  { route: 'Home/index', title: '云手机', open: true, tab: true },
  { route: 'Home/create', title: '创建云手机', open: true, tab: true },
  { route: 'Home/user', title: '我的', open: true, tab: true },
  // `create/goodsDetails` and `CustomerService/index` are open beside those of the specification (docs/deviations.md).
  // Login, authorisation and the agreements never lead back to the login page: specification, open pages.
  { route: 'login/login', title: '登录', open: true },
  { route: 'auth/wechatAuth', title: '微信授权', open: true },
  { route: 'webView/protocol', title: '协议详情', open: true },
  { route: 'webView/activity', title: '活动详情' },
  { route: 'webView/web_instance', title: '云手机' },
  { route: 'pay/pay', title: '支付订单' },
  { route: 'CustomerService/index', title: '联系客服', open: true },
  { route: 'CloudBeanToMonthly/index', title: '云豆转包月' },
  { route: 'user/activateDevice', title: '激活码' },
  { route: 'user/accountList', title: '切换账号', open: true },
  { route: 'user/device', title: '选择设备' },
  { route: 'user/recharge', title: '我的云豆' },
  { route: 'user/personalData', title: '个人资料' },
  { route: 'user/changePhone', title: '更换手机号' },
  { route: 'user/coupon', title: '优惠券' },
  { route: 'user/couponUse', title: '用券记录' },
  { route: 'user/changePassword', title: '修改密码' },
  { route: 'user/setPassword', title: '设置密码' },
  { route: 'user/cloudBeansList', title: '云豆明细' },
  { route: 'user/message', title: '消息中心' },
  { route: 'user/messageList', title: '消息列表' },
  { route: 'user/messageSet', title: '消息设置' },
  { route: 'user/logOut', title: '注销账号' },
  { route: 'Space/index', title: '云空间' },
  { route: 'Space/BuySpace', title: '购买云空间' },
  { route: 'Space/DataCenter', title: '数据中心' },
  { route: 'Space/HistoryData', title: '备份与恢复记录' },
  { route: 'Group/index', title: '分组管理' },
  { route: 'Group/pages/MoveGroup', title: '移动到分组' },
  { route: 'create/goodsDetails', title: '商品详情', open: true },
  { route: 'create/bigUserBuyGoods', title: '大客户购买' },
  { route: 'create/buyGoods', title: '确认订单', open: true },
  { route: 'Device/empower', title: '授权中心' },
  { route: 'Device/transfer', title: '转移中心' },
  { route: 'Device/replace', title: '更换设备' },
  { route: 'Device/upOrDownConfig', title: '升降配置' },
  { route: 'Device/selectDevice', title: '更换型号' },
  { route: 'Device/videoChangeOpType', title: '升级视频定制版' },
  { route: 'Device/changeZone', title: '更换区域' },
  { route: 'Device/selectChangeZone', title: '选择区域' },
  { route: 'Device/upgradeDevice', title: '系统更新' },
  { route: 'Renew/index', title: '设备续费' },
  { route: 'landing/play-trial/index', title: '游戏试玩', open: true },
  { route: 'landing/play-trial/download', title: '下载云机', open: true },
  { route: 'Task/index', title: '任务中心' },
  { route: 'Device/schedules', title: '定时任务' },
  { route: 'Device/wall', title: '同步操作' },
  { route: 'Device/apps', title: '应用管理' },
  { route: 'user/orders', title: '我的订单' },
  { route: 'user/orderDetails', title: '订单详情' },
  { route: 'user/invoices', title: '发票' },
  { route: 'Device/availability', title: '可用性' },
] as const satisfies readonly PageDefinition[]

export type PageRoute = (typeof pages)[number]['route']
export type PagePath = `/pages/${PageRoute}`

export const pathOf = (route: PageRoute): PagePath => `/pages/${route}`

const closedPaths: ReadonlySet<string> = new Set(
  pages.filter((page: PageDefinition) => !page.open).map((page) => pathOf(page.route)),
)

/** Whether a page needs a login. False for unknown paths and for `/`, the first tab. */
export const requiresLogin = (path: string): boolean => closedPaths.has(path)

const MAX_LENGTH = 512

/** Login pages are no return target: they would redirect again. */
const waysIn: ReadonlySet<string> = new Set([pathOf('login/login'), pathOf('auth/wechatAuth')])
const destinations: ReadonlySet<string> = new Set(pages.map((page) => pathOf(page.route)))

/** Printable ASCII without a space, a backslash or a fragment: what an encoded query consists of. */
const ENCODED_QUERY = /^[!"$-[\]-~]*$/

/**
 * Return target after a login: one of `pages` with its query, otherwise undefined. The path must equal a listed one, so
 * that other origins, protocols and path tricks are refused.
 */
export const safeReturnPath = (text: string | undefined): string | undefined => {
  if (!text || text.length > MAX_LENGTH) return undefined
  const queryAt = text.indexOf('?')
  const path = queryAt < 0 ? text : text.slice(0, queryAt)
  const query = queryAt < 0 ? '' : text.slice(queryAt + 1)
  if (!destinations.has(path) || waysIn.has(path) || !ENCODED_QUERY.test(query)) return undefined
  return query ? `${path}?${query}` : path
}

/** Time-out of loading a page; then an error with a retry is shown. */
export const PAGE_LOAD_TIMEOUT_MS = 60_000

/** Time-out of one bundle file in the loader. */
export const BUNDLE_LOAD_TIMEOUT_MS = 120_000

/** Delay of the loading indicator, so that quick navigation does not flicker. */
export const ASYNC_PAGE_DELAY_MS = 200
