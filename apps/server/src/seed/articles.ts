import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { settings } from '../tables/platform.ts'
import { serviceArticles } from '../tables/service.ts'
import { moreArticles, type SeedArticle } from './more-articles.ts'

/** Rules of the product in the customer's words. Nothing stands here that the product does not do. */
const articles: readonly SeedArticle[] = [
  {
    key: 'buy',
    category: '购买与续费',
    title: '怎么购买云手机？',
    keywords: '下单 创建 买 新建 开通 价格 套餐',
    body: [
      '打开「创建」页，选择型号、配置、区域和时长，确认订单后付款。付款成功后系统会自动创建云手机，通常几分钟内可以使用，进度可以在任务中心看到。',
      '- 一个订单最多 50 台；待支付的云手机订单最多 3 个，合计不超过 50 台。',
      '- 订单 15 分钟内没有付款会自动取消，占用的优惠券会退回。',
      '- 库存在下单时为你保留，显示有货才能下单。',
      '如果付款后无法创建，款项会按原路退回，用掉的优惠券也会退回。',
    ],
  },
  {
    key: 'pay',
    category: '购买与续费',
    title: '有哪些付款方式？付款失败怎么办？',
    keywords: '支付 支付宝 微信 云豆 余额 付款失败 扣款 没到账',
    body: [
      '可以用支付宝、微信、云豆或账户余额付款。云豆和余额必须足够支付整个订单，不能只付一部分。在微信里只能用微信支付、云豆或余额。',
      '付款是否成功以支付平台的通知为准。已经扣款但订单还显示待支付时，请稍等几分钟，系统会主动向支付平台查询。',
      '- 付款失败时订单会保留到 15 分钟，可以换一种方式再付。',
      '- 订单取消或过期后才到账的款项会自动原路退回，或继续完成订单。',
    ],
  },
  {
    key: 'renew',
    category: '购买与续费',
    title: '怎么续费？续费的时间怎么算？',
    keywords: '延长 到期 自动续费 续期 加时间',
    body: [
      '在「我的」或设备菜单里打开「续费」，选择设备和时长。',
      '- 到期前续费：从原来的到期时间接着算，不会损失剩余时间。',
      '- 到期后 2 小时内续费：从付款的时间开始算。',
      '- 超过 2 小时，云手机已经释放，不能再续费；这时才到账的款项会退回。',
      '也可以打开自动续费：在到期前一天用云豆或余额续同样的时长，失败时每 6 小时再试一次，并通知你。一天及以下的套餐没有自动续费。',
    ],
  },
  {
    key: 'expiry',
    category: '购买与续费',
    title: '云手机到期后会怎样？数据还在吗？',
    keywords: '过期 到期 保留 2小时 释放 数据 清除 逾期',
    body: [
      '到期后云手机会停止使用，数据保留 2 小时。这 2 小时内续费，就可以继续使用，数据不变。',
      '超过 2 小时没有续费，云手机会释放，里面的数据会被清除，无法找回。',
      '- 到期前 3 天、1 天、2 小时和到期时会提醒你。',
      '- 重要的数据请提前备份到云空间，备份不会随云手机一起清除。',
    ],
  },
  {
    key: 'beans',
    category: '购买与续费',
    title: '云豆是什么？按小时计费怎么扣？',
    keywords: '云豆 充值 按小时 计费 扣费 余额 按量 关机',
    body: [
      '云豆是预存的额度，1 云豆等于 1 分钱，可以付款买云手机，也用来支付按小时计费的云手机。',
      '按小时计费的云手机每小时提前扣一次。关机后，已经付过的这一小时用完就不再扣。',
      '- 云豆不够下一小时时，云手机会停止，数据保留 2 小时，充值后可以开机。',
      '- 主动关机的按小时云手机最多保留 7 天，释放前一天会提醒你。',
      '- 运行中的按小时云手机要先关机才能删除。',
    ],
  },
  {
    key: 'coupons',
    category: '购买与续费',
    title: '优惠券为什么不能用？',
    keywords: '优惠券 折扣 券 兑换码 门槛 不可用',
    body: [
      '每张券有自己的适用业务、商品范围和使用门槛，订单里不符合的券会说明原因。',
      '- 一个订单只能用一张券，订单里的每一项都要符合券的范围。',
      '- 首充券只能用于第一次充值云豆，不能用来买云手机。',
      '- 使用优惠后至少需要支付 1 分钱。',
      '- 订单取消或没有完成时券会退回；因为我们的原因没有完成而券已过期的，会延长 3 天。',
    ],
  },
  {
    key: 'refund',
    category: '退款与发票',
    title: '可以退款吗？2 小时内怎么退？',
    keywords: '退款 退货 退回 退钱 不想要 2小时 30分钟 提前退还',
    body: [
      '用支付宝、微信或余额购买的云手机，在第一次开机后 2 小时内、运行不到 30 分钟的，可以在设备菜单里退还，款项按原路退回。',
      '- 每个账号每个自然月可以退 2 次。',
      '- 用云豆购买的、按小时计费的、已经升级或更换过的云手机不能这样退还。',
      '因为我们的原因没有完成的订单，不受这些限制，系统会自动全额退款，用掉的优惠券、首购价和活动名额也会退回。',
    ],
  },
  {
    key: 'refund-time',
    category: '退款与发票',
    title: '退款多久到账？',
    keywords: '退款 到账 多久 原路 退款中',
    body: [
      '退款总是按付款的方式原路退回：云豆和余额付的立即退回账户；支付宝和微信付的由支付平台处理，到账时间以支付平台为准。',
      '订单详情会显示退款的状态。显示「退款中」时系统会一直跟进，不需要重复提交。超过 7 天没有到账，请从订单详情联系客服。',
    ],
  },
  {
    key: 'invoice',
    category: '退款与发票',
    title: '怎么开发票？',
    keywords: '发票 开票 抬头 税号 报销 电子发票 专票 普票 冲红',
    body: [
      '在「我的」里打开「发票」，添加个人或企业抬头，选择一笔或几笔订单提交申请。开具后会发消息通知你，可以下载 PDF。',
      '- 发票金额是实际支付的现金，不含优惠券和抵扣。',
      '- 云豆和余额在充值时开票，用它们支付的订单不再开票。',
      '- 支付后 365 天内可以申请，一笔订单只能在一张发票里。',
      '- 退款后原发票会冲红，没有退的金额会重新开具。',
    ],
  },
  {
    key: 'slow',
    category: '画面与操作',
    title: '画面卡顿、延迟高怎么办？',
    keywords: '卡 卡顿 慢 延迟 画面 不流畅 掉帧 模糊 网络 黑屏',
    body: [
      '画面是实时传输的，流畅程度主要取决于你的网络和到云手机所在区域的距离。',
      '- 换一个网络试试：Wi-Fi 信号弱时换成 5G，或靠近路由器。',
      '- 在画面的工具里把「画质」调低一档。',
      '- 同时打开的画面太多会互相影响，先关掉不用的。',
      '- 在「更换区域」里可以看到各区域的延迟，选延迟低的。每台云手机 30 天内可以免费更换一次区域，之后每次 100 云豆。',
      '- 云手机里运行的应用太多时，用「清理内存」或重启。',
      '仍然卡顿时，请从这台设备的菜单联系客服，系统会附上最近一次画面的数据，方便我们查找原因。',
    ],
  },
  ...moreArticles,
]

/** Contact ways of the demo. Elsewhere an operator sets them; none are shown until then. */
const DEMO_SETTINGS = {
  url: '',
  phone: '400-000-0000',
  wechat: 'yunji_service',
  hours: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] },
  answerMinutes: 120,
}

/** Idempotent: an article that is there stays as an operator has left it. */
export const seedArticles = async (db: Db, clock: Clock): Promise<void> => {
  const now = clock.now()
  const rows = articles.map(({ body, ...article }, index) => ({
    ...article,
    body: body.join('\n'),
    position: (index + 1) * 10,
    isPublished: true,
    createdAt: now,
    updatedAt: now,
  }))
  await db.insert(serviceArticles).values(rows).onConflictDoNothing()
}

export const seedServiceSettings = async (db: Db, clock: Clock): Promise<void> => {
  await db
    .insert(settings)
    .values({ key: 'customerService', value: DEMO_SETTINGS, updatedAt: clock.now() })
    .onConflictDoNothing()
}
