import { type MessageEvent, messageEvents } from '@yunji/contract/messages/rules'
import { placeholdersOf } from '@yunji/contract/messages/wording'
import { safeReturnPath } from '@yunji/contract/pages'
import { describe, expect, it } from 'vitest'
import type { EventPayloads } from '../../platform/outbox/events.ts'
import { messageSamples } from './templates/samples.ts'
import { messageOf, wordingOf } from './templates.ts'

const device = { deviceId: 7, deviceName: '云端农场 02' }
/** 03:20 of the 16th in China. */
const expiresAt = Date.UTC(2026, 10, 15, 19, 20)
const task = { taskId: 9, kind: 'reboot', deviceName: '星海远征 06', deviceCount: 3 } as const
const order = { orderId: 5, goodsName: '旗舰云手机', amountCents: 128_650 }

const samples: { [Event in MessageEvent]: [EventPayloads[Event], string, string, string, string] } = {
  announcement: [
    { title: '机型上新', content: '至尊版库存已补充。', link: '/pages/Home/create', linkText: '' },
    '机型上新',
    '至尊版库存已补充。',
    '机型上新',
    '/pages/Home/create',
  ],
  deviceExpiring: [
    { ...device, expiresAt, remainingMs: 18 * 3_600_000 },
    '设备即将到期',
    '云端农场 02 将于 2026-11-16 03:20 到期。到期后保留 2 小时，逾期将清除数据。',
    '云端农场 02 将在 18 小时后到期',
    '/pages/Renew/index?deviceId=7',
  ],
  deviceExpired: [
    { ...device, expiresAt },
    '设备已到期',
    '云端农场 02 已到期，系统保留 2 小时，至 2026-11-16 05:20，请及时续费。',
    '云端农场 02 已到期，保留 2 小时',
    '/pages/Renew/index?deviceId=7',
  ],
  meteredStopped: [
    { ...device, releasesAt: expiresAt },
    '设备已停止计费',
    '云端农场 02 已关机，不再扣云豆。设备和数据保留至 2026-11-16 03:20，逾期未开机将释放并清除数据。',
    '云端农场 02 已关机，保留 7 天',
    '/pages/Home/index',
  ],
  meteredReleaseSoon: [
    { ...device, releasesAt: expiresAt },
    '设备即将释放',
    '云端农场 02 关机已久，将于 2026-11-16 03:20 释放并清除数据。开机即可保留。',
    '云端农场 02 将在 1 天后释放',
    '/pages/Home/index',
  ],
  autoRenewed: [
    { ...device, expiresAt, amountCents: 3900 },
    '自动续费成功',
    '云端农场 02 已自动续费 ¥39.00，可使用至 2026-11-16 03:20。',
    '云端农场 02 已自动续费',
    '/pages/webView/web_instance?deviceId=7&mode=control',
  ],
  autoRenewFailed: [
    { ...device, expiresAt, reason: '云豆不足' },
    '自动续费未成功',
    '云端农场 02 未能自动续费：云豆不足。设备将于 2026-11-16 03:20 到期，请手动续费。',
    '云端农场 02 未能自动续费',
    '/pages/Renew/index?deviceId=7',
  ],
  transferWaiting: [
    { fromName: '小云', deviceCount: 2, expiresAt },
    '有设备等你接收',
    '小云 向你转移了 2 台设备，请在 2026-11-16 03:20 前接收，逾期将退回。',
    '小云 向你转移了 2 台设备',
    '/pages/Device/transfer?view=received',
  ],
  transferEnded: [
    { side: 'sender', outcome: 'accepted', peer: '139****8802', deviceName: '云端农场 02', deviceCount: 2 },
    '设备已被接收',
    '139****8802 接收了 云端农场 02 等 2 台设备，设备已转移给对方。',
    '139****8802 接收了 云端农场 02 等 2 台设备，设备已转移给对方',
    '/pages/Device/transfer?view=records',
  ],
  grantWaiting: [
    { fromName: '小云', deviceCount: 1, expiresAt },
    '有设备授权给你',
    '小云 授权你使用 1 台设备，可以用到 2026-11-16 03:20，在首页打开即可。',
    '小云 授权你使用 1 台设备',
    '/pages/Device/empower?view=received',
  ],
  deviceReady: [
    device,
    '云手机已就绪',
    '云端农场 02 已创建完成，可以使用了。',
    '云端农场 02 已创建完成，可以使用了',
    '/pages/webView/web_instance?deviceId=7&mode=control',
  ],
  supportViewAsked: [
    { ...device, reason: '画面卡住', minutes: 15 },
    '客服请求查看设备画面',
    '客服请求查看 云端农场 02 的画面 15 分钟，原因：画面卡住。只能看，不能操作；同意之前看不到任何内容，同意后随时可以结束，到时自动结束。30 分钟内没有答复则请求作废。',
    '客服请求查看 云端农场 02 的画面，需要你同意',
    '/pages/Device/empower',
  ],
  debuggingOff: [
    { ...device, isRestored: false },
    '云手机无法连接',
    '云端农场 02 拒绝连接，很可能是「USB 调试」被关闭了。打开方法：在手机的「设置 - 系统 - 开发者选项」里打开「USB 调试」，有提示时选择「允许」。手机不在身边请联系客服，由客服打开。手机和数据原样保留，不会自动更换；打开后会自动恢复连接。',
    '云端农场 02 无法连接，可能关闭了「USB 调试」',
    '/pages/Home/index',
  ],
  taskEnded: [
    task,
    '重启已完成',
    '星海远征 06 等 3 台设备的「重启」已完成。',
    '星海远征 06 等 3 台设备重启已完成',
    '/pages/Task/index?taskId=9',
  ],
  taskFailed: [
    { ...task, deviceCount: 1, failedCount: 1, reason: '设备暂时连接不上' },
    '重启未完成',
    '星海远征 06 的「重启」未完成：设备暂时连接不上。可以在任务中心重试。',
    '星海远征 06 重启未完成',
    '/pages/Task/index?taskId=9',
  ],
  deviceFault: [
    { ...device, deviceCount: 3 },
    '云手机出现故障',
    '云端农场 02 等 3 台设备暂时无法使用，系统正在检查和恢复，恢复后会告诉你。',
    '云端农场 02 等 3 台设备出现故障，正在恢复',
    '/pages/Home/index',
  ],
  deviceRecovered: [
    { ...device, deviceCount: 1 },
    '云手机已恢复',
    '云端农场 02 已恢复，可以使用了。',
    '云端农场 02 已恢复，可以使用了',
    '/pages/Home/index',
  ],
  downtimeCredited: [
    { ...device, deviceCount: 1, seconds: 7200 },
    '中断时间已补偿',
    '云端农场 02 因平台原因中断，到期时间已延长 2 小时。中断记录和补偿规则见设备的可用性。',
    '云端农场 02 的中断时间已补偿',
    '/pages/Device/availability?deviceId=7',
  ],
  stockBack: [
    { goodId: 3, configId: 4, goodsName: '旗舰云手机', zoneName: '华东 · 上海' },
    '你等的云手机到货了',
    '「旗舰云手机」在华东 · 上海有货了，先到先得。这个提醒只发一次。',
    '「旗舰云手机」在华东 · 上海有货了',
    '/pages/create/goodsDetails?goodId=3&configId=4',
  ],
  trialEnded: [
    { deviceId: 5, deviceName: '试用云手机' },
    '试用已结束',
    '「试用云手机」的试用时间已到，已收回并清空。喜欢的话，可以创建一台自己的云手机。',
    '「试用云手机」的试用时间已到',
    '/pages/Home/create',
  ],
  weeklyDigest: [
    { deviceCount: 1200, expiringCount: 2, failedTaskCount: 1, beansCents: 128_600 },
    '每周小结',
    '你有 1,200 台云手机，其中 2 台 7 天内到期；过去 7 天有 1 个任务未完成；云豆余额 128,600。',
    '1,200 台云手机，2 台 7 天内到期',
    '/pages/Renew/index',
  ],
  scheduleFailed: [
    {
      name: '每天 03:00 重启',
      dueAt: expiresAt,
      deviceCount: 5,
      failedCount: 2,
      reason: '设备暂时连接不上',
      taskId: 9,
    },
    '定时任务未完成',
    '「每天 03:00 重启」在 2026-11-16 03:20 运行，5 台设备中有 2 台未完成：设备暂时连接不上。',
    '定时任务「每天 03:00 重启」有 2 台未完成',
    '/pages/Task/index?taskId=9',
  ],
  scheduleMissed: [
    { name: '每天 03:00 重启', dueAt: expiresAt },
    '错过了定时任务',
    '服务暂时不可用，「每天 03:00 重启」没有在 2026-11-16 03:20 按时开始，不会补做；重复的任务会在下次照常运行。当天如有其他任务错过，可以在定时任务里看到。',
    '定时任务「每天 03:00 重启」错过了一次，不会补做',
    '/pages/Device/schedules',
  ],
  schedulePaused: [
    { name: '每天 03:00 重启', runs: 7 },
    '定时任务已暂停',
    '「每天 03:00 重启」连续 7 次没有可用的设备，已自动暂停。重新选择设备后可以继续。',
    '定时任务「每天 03:00 重启」没有可用的设备，已暂停',
    '/pages/Device/schedules',
  ],
  orderPaid: [
    order,
    '订单支付成功',
    '你已成功支付「旗舰云手机」，共 ¥1,286.50。',
    '「旗舰云手机」支付成功',
    '/pages/user/orderDetails?orderId=5',
  ],
  orderRefunded: [
    order,
    '订单已退款',
    '「旗舰云手机」的 ¥1,286.50 已按原支付方式退回，到账时间以支付渠道为准。',
    '「旗舰云手机」已退款 ¥1,286.50',
    '/pages/user/orderDetails?orderId=5',
  ],
  spaceEnding: [
    { sizeGb: 100, endsAt: expiresAt, overBytes: 1.5 * 1024 ** 3 },
    '云空间套餐即将到期',
    '100 GB 云空间套餐将于 2026-11-16 03:20 到期，届时会超出容量 1.50 GB，不能再存入，7 天后从最早的文件和备份开始删除。请扩容或提前下载、清理。',
    '100 GB 云空间套餐将于 2026-11-16 03:20 到期',
    '/pages/Space/BuySpace',
  ],
  spaceOver: [
    { overBytes: 1.5 * 1024 ** 3, deletesFrom: expiresAt },
    '云空间已超出容量',
    '云空间套餐已到期，超出 1.50 GB，暂时不能再存入。请在 2026-11-16 03:20 前扩容或清理，之后将从最早的文件和备份开始删除。',
    '云空间超出 1.50 GB，请扩容或清理',
    '/pages/Space/BuySpace',
  ],
  spaceDeletionSoon: [
    { overBytes: 1.5 * 1024 ** 3, deletesFrom: expiresAt },
    '云空间即将清理',
    '云空间仍超出 1.50 GB，2026-11-16 03:20 起将从最早的文件和备份开始删除，请尽快扩容或下载。',
    '云空间将从最早的文件开始清理',
    '/pages/Space/BuySpace',
  ],
  spaceDeleted: [
    { count: 3 },
    '云空间已清理',
    '云空间超出容量满 7 天，已删除最早的 3 项文件和备份，其余内容已在容量之内。',
    '已删除云空间最早的 3 项内容',
    '/pages/Space/index',
  ],
  codeRedeemed: [
    { ...device, expiresAt },
    '激活码兑换成功',
    '激活码已为 云端农场 02 续费，可使用至 2026-11-16 03:20。',
    '云端农场 02 已用激活码续费',
    '/pages/webView/web_instance?deviceId=7&mode=control',
  ],
  recharged: [
    { what: 'beans', amountCents: 1000, beans: 1100 },
    '云豆充值成功',
    '你已支付 ¥10.00，1,100 云豆已到账。',
    '1,100 云豆已到账',
    '/pages/user/cloudBeansList',
  ],
  ticketAnswered: [
    { ticketId: 3, title: '画面很卡', content: '请换一个区域试试。', isQuestion: false },
    '客服回复了你的工单',
    '「画面很卡」：请换一个区域试试。',
    '工单「画面很卡」有新回复',
    '/pages/CustomerService/index?view=ticket&ticketId=3',
  ],
  ticketClosed: [
    { ticketId: 3, title: '画面很卡', isByTime: true },
    '工单已关闭',
    '「画面很卡」回复后 7 天没有新的消息，已自动关闭。问题没有解决时，7 天内可以重新打开。',
    '工单「画面很卡」已关闭',
    '/pages/CustomerService/index?view=ticket&ticketId=3',
  ],
  invoiceIssued: [
    { invoiceId: 4, titleName: '云机科技', amountCents: 3900, reason: '' },
    '发票已开具',
    '抬头「云机科技」的发票已开具，金额 ¥39.00，可以下载 PDF。',
    '¥39.00 的发票已开具',
    '/pages/user/invoices?view=invoice&invoiceId=4',
  ],
  invoiceRejected: [
    { invoiceId: 4, titleName: '云机科技', amountCents: 3900, reason: '抬头与税号不符' },
    '发票申请被驳回',
    '抬头「云机科技」的开票申请被驳回：抬头与税号不符。订单可以重新申请。',
    '开票申请被驳回：抬头与税号不符',
    '/pages/user/invoices?view=invoice&invoiceId=4',
  ],
  invoiceCorrected: [
    { invoiceId: 4, titleName: '云机科技', amountCents: 3900, reason: '订单退款', replacementId: 6 },
    '发票已冲红',
    '抬头「云机科技」的发票已冲红：订单退款。未退的金额会重新开具。',
    '发票已冲红',
    '/pages/user/invoices?view=invoice&invoiceId=6',
  ],
  personalVerified: [
    { isPassed: true, reason: '' },
    '实名认证已通过',
    '你的实名认证已通过审核。',
    '你的实名认证已通过审核',
    '/pages/user/personalData?view=verification',
  ],
  companyVerified: [
    { isPassed: false, reason: '执照不清晰' },
    '企业认证未通过',
    '你的企业认证未通过审核：执照不清晰。修改后可以重新提交。',
    '你的企业认证未通过审核',
    '/pages/user/personalData?view=verification',
  ],
  agreementWaiting: [
    { kind: 2, version: 3, agreementName: '隐私政策', summary: '新增保存期限', effectiveAt: expiresAt },
    '《隐私政策》已更新',
    '新版本于 2026-11-16 03:20 生效，请阅读并确认。改动：新增保存期限',
    '《隐私政策》已更新，请阅读并确认',
    '/pages/webView/protocol?kind=2&version=3',
  ],
  newLogin: [
    { where: 'Windows · Chrome', at: expiresAt },
    '新设备登录提醒',
    '你的账号于 2026-11-16 03:20 在新设备（Windows · Chrome）上登录。如果不是你本人操作，请立即修改密码并退出其他登录。',
    '你的账号在新设备（Windows · Chrome）上登录',
    '/pages/user/personalData?view=sessions',
  ],
  passwordChanged: [
    { at: expiresAt },
    '登录密码已修改',
    '你的登录密码已于 2026-11-16 03:20 修改，其他设备已退出登录。如果不是你本人操作，请立即修改密码并退出其他登录。',
    '你的登录密码已修改',
    '/pages/user/personalData?view=security',
  ],
  phoneChanged: [
    { maskedPhone: '138****8000', at: expiresAt },
    '手机号已更换',
    '你的账号已于 2026-11-16 03:20 更换手机号为 138****8000，其他设备已退出登录。',
    '手机号已更换为 138****8000',
    '/pages/user/personalData?view=security',
  ],
  deletionRequested: [
    { erasesAt: expiresAt },
    '账号注销申请',
    '客服已受理你的账号注销申请，账号将于 2026-11-16 03:20 注销。如果不是你本人申请，在此之前登录即可撤销。',
    '客服已受理你的注销申请，账号将于 2026-11-16 03:20 注销，在此之前登录即可撤销',
    '/pages/user/personalData?view=security',
  ],
}

describe.each(Object.entries(samples))('%s', (event, [payload, title, content, summary, link]) => {
  const message = messageOf(event as MessageEvent, payload)

  it('says what happened', () => expect(message).toMatchObject({ title, content, summary, link }))

  it('leads to a page of ours, by a way that has a name', () => {
    expect(safeReturnPath(message.link)).toBe(message.link)
    expect(new URL(message.link, 'http://yunji').searchParams.has('code')).toBe(false)
    expect(message.linkText).not.toBe('')
  })
})

it('has words for every event', () =>
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(messageEvents).toSorted()))

it('tells how many of several devices failed', () => {
  const payload = { ...task, failedCount: 2, reason: '设备暂时连接不上' }
  expect(messageOf('taskFailed', payload).content).toBe(
    '星海远征 06 等 3 台设备的「重启」有 2 台未完成：设备暂时连接不上。可以在任务中心重试。',
  )
})

const others = [
  { deviceId: 8, deviceName: '云端农场 03' },
  { deviceId: 9, deviceName: '云端农场 04' },
]

it('tells of the phones of one order in one message', () => {
  expect(messageOf('deviceReady', { ...device, others })).toEqual({
    title: '3 台云手机已就绪',
    content: '云端农场 02 等 3 台设备已创建完成，可以使用了。',
    summary: '3 台云手机已创建完成，可以使用了',
    link: '/pages/Home/index',
    linkText: '查看云手机',
    deviceId: 7,
    otherDeviceIds: [8, 9],
  })
  expect(messageOf('deviceReady', { ...device, others: [] })).toMatchObject({ title: '云手机已就绪', deviceId: 7 })
})

it('reminds of several phones at once, and leads to the renewal of all', () => {
  expect(messageOf('deviceExpiring', { ...device, others, expiresAt, remainingMs: 7_200_000 })).toMatchObject({
    content: '云端农场 02 等 3 台设备将于 2026-11-16 03:20 到期。到期后保留 2 小时，逾期将清除数据。',
    summary: '云端农场 02 等 3 台设备将在 2 小时后到期',
    link: '/pages/Renew/index?deviceIds=7,8,9',
    otherDeviceIds: [8, 9],
  })
  expect(messageOf('deviceExpired', { ...device, others, expiresAt, isMetered: true })).toMatchObject({
    summary: '云端农场 02 等 3 台设备云豆不足，已关机，保留 2 小时',
    link: '/pages/user/recharge',
  })
})

it('keeps within its bounds for ten thousand phones', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ deviceId: 900_000_000 + index, deviceName: '云端农场' }))
  const ready = messageOf('deviceReady', { ...device, others: many })
  expect([ready.title, ready.otherDeviceIds?.length]).toEqual(['10,001 台云手机已就绪', 49])
  const { link } = messageOf('deviceExpired', { ...device, others: many, expiresAt })
  expect(link).toBe('/pages/Renew/index')
})

it('tells that debugging was switched on again', () => {
  expect(messageOf('debuggingOff', { ...device, isRestored: true })).toMatchObject({
    title: '已重新打开 USB 调试',
    summary: '云端农场 02 的「USB 调试」被关闭，已重新打开',
  })
})

it('tells of a balance in its own words', () => {
  expect(messageOf('recharged', { what: 'balance', amountCents: 100 })).toMatchObject({ title: '余额充值成功' })
})

it('has no way to nowhere', () => {
  const payload = { title: '公告', content: '你好', link: '', linkText: '去看看' }
  expect(messageOf('announcement', payload)).toMatchObject({ link: '', linkText: '' })
})

it('has an example of every case, whose words name facts that it has', () => {
  const keys = Object.entries(messageSamples).flatMap(([event, payloads]) =>
    payloads.map((sample) => {
      const { key, patterns, facts } = wordingOf(event as MessageEvent, sample)
      const unknown = Object.values(patterns)
        .flatMap(placeholdersOf)
        .filter((name) => !Object.hasOwn(facts, name))
      expect(unknown).toEqual([])
      return key
    }),
  )
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toContain('transferEnded.expired.receiver')
})

it('is written in the words of an operator, for its own case alone', () => {
  const own = new Map([['recharged.beans', { title: '{云豆} 云豆', content: '{金额}', summary: '到账' }]])
  const beans = { what: 'beans', amountCents: 100, beans: 100 }
  expect(messageOf('recharged', beans, own)).toMatchObject({
    title: '100 云豆',
    content: '¥1.00',
    linkText: '查看明细',
  })
  expect(messageOf('recharged', { ...beans, what: 'balance' }, own)).toMatchObject({ title: '余额充值成功' })
})

it('cuts what is too long for its place', () => {
  const { title, content, summary } = messageOf('announcement', {
    title: '长'.repeat(100),
    content: '长'.repeat(3000),
    link: '',
    linkText: '',
  })
  expect([title.length, content.length, summary.length]).toEqual([64, 2000, 64])
  expect(title.endsWith('…')).toBe(true)
})
