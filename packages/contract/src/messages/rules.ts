export const MessageType = { notice: 1, renewalReminder: 2, deviceTransfer: 3, deviceCreation: 4, system: 5 } as const
export type MessageType = (typeof MessageType)[keyof typeof MessageType]

export const messageTypeLabels: Readonly<Record<MessageType, string>> = {
  [MessageType.notice]: '公告',
  [MessageType.renewalReminder]: '续费提醒',
  [MessageType.deviceTransfer]: '设备转移',
  [MessageType.deviceCreation]: '设备创建',
  [MessageType.system]: '系统消息',
}

/** SMS is on for these types until the user chooses: an expired phone is erased after two hours. */
export const smsTypesByDefault: readonly MessageType[] = [MessageType.renewalReminder]

/** SMS to one user in a day, over all types. */
export const MAX_SMS_PER_DAY = 5

export const UNREAD_POLL_INTERVAL_MS = 60_000

/** How many messages one call deletes. */
export const MAX_MESSAGES_PER_DELETE = 100

/** How many devices a message shows, one order's at most; its text says how many there are. */
export const MESSAGE_DEVICES = 50

/** Older messages are dropped. */
export const MESSAGES_KEPT_DAYS = 90

const kinds = [
  'longApply',
  'longAuthentication',
  'longExamine',
  'longNotice',
  'longSettlement',
  'longSigncontract',
] as const

export type UnreadKind = (typeof kinds)[number]
export type UnreadCounts = Readonly<Record<UnreadKind | 'longAll', number>>

/** `longAll` is the sum, and stated nowhere else. */
export const unreadCountsOf = (counts: Readonly<Partial<Record<UnreadKind, number>>>): UnreadCounts => {
  const each = Object.fromEntries(kinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<UnreadKind, number>
  return { ...each, longAll: Object.values(each).reduce((sum, count) => sum + count, 0) }
}

export const noUnread: UnreadCounts = unreadCountsOf({})

/** Alerts that a user can switch off. All are on until the user chooses. */
export const alertKinds = ['deviceFault', 'schedule', 'stock', 'digest'] as const
export type AlertKind = (typeof alertKinds)[number]

export const alertLabels: Readonly<Record<AlertKind, { readonly title: string; readonly note: string }>> = {
  deviceFault: { title: '设备故障和恢复', note: '云手机出现故障、恢复使用时' },
  schedule: { title: '定时任务', note: '没有完成、错过或自动暂停时' },
  stock: { title: '到货提醒', note: '你等待的型号或区域有货时' },
  digest: { title: '每周小结', note: '每周一：设备、到期、任务和云豆' },
}

interface EventRule {
  readonly messageType: MessageType
  /** The field that counts it while it is unread. */
  readonly unread: UnreadKind
  /** Sent only while the user has this alert on; always when absent. */
  readonly alert?: AlertKind
}

const { notice, renewalReminder, deviceTransfer, deviceCreation, system } = MessageType

/** Everything that a person is told about: which list it stands in, and which count it is part of. */
export const messageEvents = {
  announcement: { messageType: notice, unread: 'longNotice' },
  deviceExpiring: { messageType: renewalReminder, unread: 'longNotice' },
  deviceExpired: { messageType: renewalReminder, unread: 'longNotice' },
  meteredStopped: { messageType: renewalReminder, unread: 'longNotice' },
  meteredReleaseSoon: { messageType: renewalReminder, unread: 'longNotice' },
  autoRenewed: { messageType: renewalReminder, unread: 'longNotice' },
  autoRenewFailed: { messageType: renewalReminder, unread: 'longNotice' },
  transferWaiting: { messageType: deviceTransfer, unread: 'longApply' },
  grantWaiting: { messageType: deviceTransfer, unread: 'longApply' },
  deviceReady: { messageType: deviceCreation, unread: 'longNotice' },
  taskEnded: { messageType: deviceCreation, unread: 'longNotice' },
  taskFailed: { messageType: deviceCreation, unread: 'longNotice' },
  scheduleFailed: { messageType: deviceCreation, unread: 'longNotice', alert: 'schedule' },
  scheduleMissed: { messageType: deviceCreation, unread: 'longNotice', alert: 'schedule' },
  schedulePaused: { messageType: deviceCreation, unread: 'longNotice', alert: 'schedule' },
  deviceFault: { messageType: system, unread: 'longNotice', alert: 'deviceFault' },
  deviceRecovered: { messageType: system, unread: 'longNotice', alert: 'deviceFault' },
  downtimeCredited: { messageType: system, unread: 'longNotice' },
  stockBack: { messageType: system, unread: 'longNotice', alert: 'stock' },
  trialEnded: { messageType: deviceCreation, unread: 'longNotice' },
  weeklyDigest: { messageType: system, unread: 'longNotice', alert: 'digest' },
  spaceEnding: { messageType: renewalReminder, unread: 'longNotice' },
  spaceOver: { messageType: renewalReminder, unread: 'longNotice' },
  spaceDeletionSoon: { messageType: renewalReminder, unread: 'longNotice' },
  spaceDeleted: { messageType: system, unread: 'longNotice' },
  supportViewAsked: { messageType: system, unread: 'longNotice' },
  debuggingOff: { messageType: system, unread: 'longNotice' },
  ticketAnswered: { messageType: system, unread: 'longNotice' },
  ticketClosed: { messageType: system, unread: 'longNotice' },
  orderPaid: { messageType: system, unread: 'longSettlement' },
  orderRefunded: { messageType: system, unread: 'longSettlement' },
  recharged: { messageType: system, unread: 'longSettlement' },
  invoiceIssued: { messageType: system, unread: 'longSettlement' },
  invoiceRejected: { messageType: system, unread: 'longSettlement' },
  invoiceCorrected: { messageType: system, unread: 'longSettlement' },
  transferEnded: { messageType: system, unread: 'longNotice' },
  codeRedeemed: { messageType: system, unread: 'longSettlement' },
  personalVerified: { messageType: system, unread: 'longAuthentication' },
  companyVerified: { messageType: system, unread: 'longExamine' },
  agreementWaiting: { messageType: system, unread: 'longSigncontract' },
  newLogin: { messageType: system, unread: 'longNotice' },
  passwordChanged: { messageType: system, unread: 'longNotice' },
  phoneChanged: { messageType: system, unread: 'longNotice' },
  deletionRequested: { messageType: system, unread: 'longNotice' },
} as const satisfies Record<string, EventRule>

export type MessageEvent = keyof typeof messageEvents

/** The alert that an event belongs to; null for those that are always sent. */
export const alertOf = (event: MessageEvent): AlertKind | null => (messageEvents[event] as EventRule).alert ?? null
