import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { type PageRoute, pages } from '@yunji/contract/pages'
import type { Plenty } from './plenty.ts'

/** A page is looked at by a visitor, by an account with nothing, and by one with plenty. */
export type Looker = 'visitor' | 'nothing' | 'plenty'

type Words = readonly string[]

interface Screen {
  readonly query?: (plenty: Plenty) => string
  /** In every state in which the page is shown. */
  readonly always?: Words
  readonly visitor?: Words
  readonly nothing?: Words
  readonly plenty?: Words
  /** By the web client alone, to whoever may see the page. */
  readonly web?: Words
}

const ofFirstDevice = ({ deviceIds: [deviceId] }: Plenty): string => `deviceId=${deviceId}`
const noDevice: Words = ['没有找到这台设备', '返回云手机']

/**
 * Words that each page must show, after the routes' table of what customers must be able to see and do there. A page of
 * somebody else's device or order says so in all but the account that has it.
 */
const screens: Readonly<Record<PageRoute, Screen>> = {
  'Home/index': {
    visitor: ['登录 / 注册', '免费试玩一台', '先看价格，不用登录'],
    nothing: ['还没有云手机', '创建云手机', '免费试用', '有激活码？'],
    plenty: ['星海远征 06', '剩余', '状态', '去续费', '续费', '重启', '更多'],
  },
  'Home/create': { always: ['畅享', '至尊', '规格', '系统', '秒杀', '激活码', '大客户采购', '起/月'] },
  'Home/user': {
    always: [
      '账户余额',
      '云豆',
      '优惠券',
      '激活码',
      '云空间',
      '联系客服',
      '关于云机',
      '用户协议与隐私政策',
      '切换账号',
    ],
    visitor: ['点击登录 / 注册'],
    nothing: ['未实名', '我的订单', '任务中心', '邀请好友', '退出登录'],
    plenty: ['138****8000', '¥', '待处理'],
  },
  'login/login': { always: ['验证码登录', '密码登录', '微信一键登录', '《用户协议》', '《隐私政策》'] },
  'auth/wechatAuth': { always: ['微信一键登录', '其他方式登录', '《隐私政策》'] },
  'webView/protocol': {
    query: () => `kind=${AgreementKind.privacy}`,
    always: ['用户协议', '隐私政策', '服务协议', '第 1 版', '生效'],
  },
  'webView/activity': {
    query: ({ activityId }) => `activityId=${activityId}`,
    always: ['距结束', '活动商品', '¥'],
  },
  'webView/web_instance': {
    query: ofFirstDevice,
    nothing: ['没有找到这台设备', '重试'],
    web: ['画质', '截图', '退出'],
  },
  'pay/pay': {
    query: ({ pendingOrderId }) => `orderId=${pendingOrderId}`,
    nothing: ['内容不存在或已被删除', '我的订单'],
    plenty: ['应付金额', '剩余支付时间', '微信支付', '云豆', '账户余额'],
  },
  'CustomerService/index': {
    always: ['客服电话', '服务时间', '我的工单', '怎么购买云手机？'],
    visitor: ['登录不了时，可以用手机号验证'],
  },
  'CloudBeanToMonthly/index': { nothing: ['没有按时计费的设备', '创建云手机'], plenty: ['¥', '包月'] },
  'user/activateDevice': { always: ['兑换', '我的激活码', '购买', '查看能换什么'] },
  'user/accountList': { visitor: ['还没有登录过的账号', '登录'], plenty: ['138****8000', '当前'] },
  'user/device': { query: () => 'to=Device/transfer', nothing: ['云手机'], plenty: ['星海远征 06', '日常主号'] },
  'user/recharge': { always: ['当前云豆', '充值余额', '自定义', '立即充值', '优惠券'], plenty: ['首次充值立减'] },
  'user/personalData': { always: ['头像', '昵称', '手机号', '实名认证', '行业与工种', '账号与安全'] },
  'user/changePhone': { always: ['验证当前手机号', '绑定新手机号', '获取验证码'], plenty: ['短信验证', '密码验证'] },
  'user/coupon': {
    always: ['可使用', '已使用', '已过期', '已失效', '用券记录'],
    nothing: ['还没有优惠券', '输入兑换码'],
    plenty: ['满 100 可用', '去使用', '到期'],
  },
  'user/couponUse': { nothing: ['还没有用过优惠券', '看看优惠券'], plenty: ['新人无门槛券', '¥5'] },
  'user/changePassword': {
    nothing: ['还没有设置密码', '去设置'],
    plenty: ['原密码', '新密码', '确认新密码', '6–13 位', '含字母', '确认修改'],
  },
  'user/setPassword': { nothing: ['新密码', '确认新密码', '6–13 位'], plenty: ['已经设置过密码', '修改密码'] },
  'user/cloudBeansList': {
    always: ['收入', '支出', '导出'],
    nothing: ['没有收支', '去充值'],
    plenty: ['充值', '结余'],
  },
  'user/message': {
    always: ['全部已读', '联系客服', '仅保留最近 90 天的消息'],
    nothing: ['没有新消息'],
    plenty: ['公告', '续费提醒', '设备转移', '设备创建', '系统消息'],
  },
  'user/messageList': { query: () => 'messageType=2', nothing: ['没有消息'], plenty: ['设备即将到期', '立即续费'] },
  'user/messageSet': { always: ['公告', '续费提醒', '站内消息', '微信订阅消息', '短信', '每周小结'] },
  'user/logOut': {
    always: ['注销后无法恢复', '7 天冷静期', '个人资料', '资产', '数据'],
    plenty: ['未释放', '去处理'],
  },
  'Space/index': {
    always: ['已使用', '设备备份', '应用', '图片视频', '其他文件', '扩容空间', '传输列表', '上传文件'],
    nothing: ['云空间还是空的'],
    plenty: ['游戏资源包 1.zip', '2.86 MB'],
  },
  'Space/BuySpace': { always: ['增加的容量', '时长', '1 年', '优惠券', '立即购买'] },
  'Space/DataCenter': {
    query: ofFirstDevice,
    always: ['备份', '恢复记录', '新建备份', '备份回收站'],
    nothing: ['这台设备还没有备份'],
    plenty: ['星海远征 06'],
  },
  'Space/HistoryData': { nothing: ['还没有备份和恢复', '去数据中心'], plenty: ['备份数据', '已完成', '星海远征 06'] },
  'Group/index': { always: ['全部设备', '默认分组', '新建分组'], plenty: ['游戏挂机组'] },
  'Group/pages/MoveGroup': { nothing: ['新建分组'], plenty: ['目标分组', '选择设备', '日常主号'] },
  'create/goodsDetails': {
    query: ({ goodId }) => `goodId=${goodId}`,
    always: ['处理器', '内存', '存储', '规格', '镜像', '时长', '30 天', '365 天'],
  },
  'create/bigUserBuyGoods': {
    query: () => 'linkCode=yunji-demo-big-user',
    nothing: ['内容不存在或已被删除', '换个链接码'],
    plenty: ['云机体验官协议价', '一次最多 500 台', '旗舰云手机'],
  },
  'create/buyGoods': {
    query: ({ goodId }) => `goodId=${goodId}&goodTime=720`,
    always: ['区域', '时长', '镜像', '数量', '到期', '优惠券', '商品金额', '应付', '《云手机服务协议》', '提交订单'],
    visitor: ['登录后可用'],
  },
  'Device/empower': {
    always: ['我授权的', '授权给我的', '新建授权'],
    nothing: ['还没有授权'],
    plenty: ['仅观看', '收回', '停止'],
  },
  'Device/transfer': { always: ['发起转移', '转移记录', '转移设备', '对方须在 24 小时内接收', '下一步，短信验证'] },
  'Device/replace': {
    query: ofFirstDevice,
    nothing: noDevice,
    plenty: ['更换原因', '保留应用和数据', '不保留数据', '失败时'],
  },
  'Device/upOrDownConfig': {
    query: ofFirstDevice,
    nothing: noDevice,
    plenty: ['剩余价值', '现在', '变更后', '使用时长', '应付'],
  },
  'Device/selectDevice': {
    query: ofFirstDevice,
    nothing: noDevice,
    plenty: ['畅享云手机', '至尊云手机', '减去剩余价值'],
  },
  'Device/videoChangeOpType': {
    query: ofFirstDevice,
    nothing: noDevice,
    plenty: ['专为视频应用定制', '现在', '变更后', '¥'],
  },
  'Device/changeZone': {
    query: ofFirstDevice,
    nothing: noDevice,
    plenty: ['可选区域', '当前', '更换后', 'ms', '费用', '充足'],
  },
  'Device/selectChangeZone': { query: ofFirstDevice, nothing: noDevice, plenty: ['可选区域', '重新测速', 'ms'] },
  'Device/upgradeDevice': {
    query: ofFirstDevice,
    nothing: noDevice,
    plenty: ['当前版本', '新版本', '更新内容', 'MB', '失败时'],
  },
  'Renew/index': {
    nothing: ['还没有可续费的设备', '创建云手机'],
    plenty: ['消消乐园 01', '续费时长', '优惠券', '应付', '自动续费', '全选'],
  },
  'landing/play-trial/index': { always: ['免费试玩 30 分钟', '立即试玩', '下载云机，长期畅玩'] },
  'landing/play-trial/download': { always: ['云机'], web: ['用手机扫码打开', '网页版'] },
  'Task/index': {
    nothing: ['还没有任务', '去看云手机'],
    plenty: ['重启', '失败', '手机没有响应，请稍后重试', '重试', '已完成'],
  },
  'Device/schedules': {
    always: ['新建定时任务'],
    nothing: ['还没有定时任务'],
    plenty: ['每天 04:00', '日常主号', '编辑'],
  },
  'Device/wall': {
    query: ({ deviceIds: [first, second] }) => `deviceIds=${first},${second}`,
    nothing: ['请选择 2 台以上的云手机'],
    plenty: ['同步操作'],
  },
  'Device/apps': { query: ofFirstDevice, always: ['安装与上传', '已装应用', '选择文件'] },
  'user/orders': {
    always: ['待支付', '已支付', '退款'],
    nothing: ['还没有订单'],
    plenty: ['去支付', '取消订单', '再次购买'],
  },
  'user/invoices': { always: ['发票'], nothing: ['还没有发票'] },
  'Device/availability': { query: ofFirstDevice, plenty: ['没有中断记录'] },
  'user/orderDetails': {
    query: ({ paidOrderId }) => `orderId=${paidOrderId}`,
    nothing: ['内容不存在或已被删除', '我的订单'],
    plenty: ['已完成', '首购优惠', '实付', '支付方式', '遇到问题，联系客服'],
  },
}

/** Never shown to anybody: a placeholder, a value that is missing, or what the server called wrong. */
export const NEVER = /建设中|敬请期待|暂未开放|参数有误|服务开小差|undefined|NaN|\[object|null\b/

interface LookedAt {
  readonly route: PageRoute
  readonly words: Words
  readonly queryOf: (plenty: Plenty) => string
}

/** Pages as one of the three sees them, with the words that must be there. */
export const screensOf = (looker: Looker, client: 'web' | 'miniProgram'): readonly LookedAt[] =>
  pages
    .filter((page) => looker !== 'visitor' || 'open' in page)
    .map(({ route }) => {
      const { query, always = [], [looker]: own = [], web = [] }: Screen = screens[route]
      const words = [...always, ...own, ...(client === 'web' ? web : [])]
      return { route, words, queryOf: (plenty) => (query ? `?${query(plenty)}` : '') }
    })
