import type { MessageEvent } from '@yunji/contract/messages/rules'
import type { EventPayloads } from '../../../platform/outbox/events.ts'

const AT = Date.UTC(2026, 0, 31, 4)
const HOUR_MS = 3_600_000
const GB = 1024 ** 3

const device = { deviceId: 1, deviceName: '星海远征 06' }
const devices = { ...device, others: [{ deviceId: 2, deviceName: '日常主号' }], deviceCount: 2 }
const kind = 'reboot'
const task = { taskId: 1, kind, deviceName: device.deviceName, deviceCount: 1 } as const
const order = { orderId: 1, goodsName: '畅享云手机 · 30 天', amountCents: 1800 }
const ticket = { ticketId: 1, title: '画面很卡' }
const invoice = { invoiceId: 1, titleName: '云机科技有限公司', amountCents: 1800, reason: '抬头有误' }
const schedule = { name: '每天 03:00 重启', dueAt: AT, deviceCount: 3, failedCount: 1, reason: '手机没有响应' }
const transfer = { side: 'sender', peer: '138****8000', deviceName: device.deviceName, deviceCount: 1 } as const
const over = { overBytes: 3 * GB, deletesFrom: AT }

/** Made-up facts of every event, one entry for each case with words of its own. Announcements have the operator's words. */
export const messageSamples: {
  readonly [Event in Exclude<MessageEvent, 'announcement'>]: readonly EventPayloads[Event][]
} = {
  deviceExpiring: [{ ...device, expiresAt: AT, remainingMs: 18 * HOUR_MS }],
  deviceExpired: [
    { ...device, expiresAt: AT },
    { ...device, expiresAt: AT, isMetered: true },
  ],
  meteredStopped: [{ ...device, releasesAt: AT }],
  meteredReleaseSoon: [{ ...device, releasesAt: AT }],
  autoRenewed: [{ ...device, amountCents: 1800, expiresAt: AT }],
  autoRenewFailed: [{ ...device, expiresAt: AT, reason: '余额不足' }],
  transferWaiting: [{ fromName: '138****8000', deviceCount: 2, expiresAt: AT }],
  transferEnded: [
    { ...transfer, outcome: 'accepted' },
    { ...transfer, outcome: 'rejected' },
    { ...transfer, side: 'receiver', outcome: 'cancelled' },
    { ...transfer, outcome: 'expired' },
    { ...transfer, side: 'receiver', outcome: 'expired' },
  ],
  grantWaiting: [{ fromName: '138****8000', deviceCount: 2, expiresAt: AT }],
  deviceReady: [device, devices],
  supportViewAsked: [{ ...device, reason: '画面卡住', minutes: 15 }],
  debuggingOff: [
    { ...device, isRestored: false },
    { ...device, isRestored: true },
  ],
  taskEnded: [task],
  taskFailed: [
    { ...task, failedCount: 1, reason: '手机没有响应' },
    { ...task, deviceCount: 3, failedCount: 1, reason: '手机没有响应' },
  ],
  deviceFault: [{ ...device, deviceCount: 1 }],
  deviceRecovered: [{ ...device, deviceCount: 1 }],
  downtimeCredited: [
    { ...device, deviceCount: 1, seconds: 7200 },
    { ...devices, seconds: 7200 },
  ],
  stockBack: [
    { goodId: 1, configId: 1, goodsName: '至尊云手机', zoneName: '华东 · 上海' },
    { goodId: 1, configId: 1, goodsName: '至尊云手机', zoneName: '华东 · 上海', isForTrial: true },
  ],
  trialEnded: [device],
  weeklyDigest: [
    { deviceCount: 5, expiringCount: 0, failedTaskCount: 0, beansCents: 1000 },
    { deviceCount: 5, expiringCount: 1, failedTaskCount: 2, beansCents: 1000 },
  ],
  scheduleFailed: [schedule, { ...schedule, deviceCount: 0, failedCount: 0 }],
  scheduleMissed: [schedule],
  schedulePaused: [{ name: schedule.name, runs: 3 }],
  spaceEnding: [
    { sizeGb: 50, endsAt: AT, overBytes: 0 },
    { sizeGb: 50, endsAt: AT, overBytes: over.overBytes },
  ],
  spaceOver: [over],
  spaceDeletionSoon: [over],
  spaceDeleted: [{ count: 12 }],
  orderPaid: [order],
  orderRefunded: [order],
  recharged: [
    { what: 'balance', amountCents: 10_000 },
    { what: 'beans', amountCents: 10_000, beans: 10_000 },
  ],
  codeRedeemed: [{ ...device, expiresAt: AT }],
  ticketAnswered: [
    { ...ticket, content: '请换一个区域试试。', isQuestion: false },
    { ...ticket, content: '请告诉我们出现的时间。', isQuestion: true },
  ],
  ticketClosed: [
    { ...ticket, isByTime: false },
    { ...ticket, isByTime: true },
  ],
  invoiceIssued: [{ ...invoice, reason: '' }],
  invoiceRejected: [invoice],
  invoiceCorrected: [invoice, { ...invoice, replacementId: 2 }],
  personalVerified: [
    { isPassed: false, reason: '照片不清楚' },
    { isPassed: true, reason: '' },
  ],
  companyVerified: [
    { isPassed: false, reason: '照片不清楚' },
    { isPassed: true, reason: '' },
  ],
  agreementWaiting: [{ kind: 1, version: 2, agreementName: '用户协议', summary: '写明了保存期限', effectiveAt: AT }],
  newLogin: [{ where: 'Windows · Chrome', at: AT }],
  passwordChanged: [{ at: AT }],
  phoneChanged: [{ maskedPhone: '138****8000', at: AT }],
  deletionRequested: [{ erasesAt: AT }],
}
