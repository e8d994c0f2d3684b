import type { RenewRefusal } from './schema.ts'

const HOUR_MS = 60 * 60_000

/** So long before the end a device renews itself, and so long after a failure it tries again. */
export const AUTO_RENEW_AHEAD_MS = 24 * HOUR_MS
export const AUTO_RENEW_RETRY_MS = 6 * HOUR_MS

/** Shorter rentals, and those of exactly this duration, are not renewed automatically. */
export const AUTO_RENEW_LONGER_THAN_HOURS = 24

export const renewRefusalTexts: Readonly<Record<RenewRefusal, string>> = {
  metered: '按时计费的设备无需续费，可以转为包月',
  trial: '试用设备不能续费，可以购买一台云手机',
  notSold: '该配置已停售，暂不能续费',
  creating: '设备正在创建，请稍后再续费',
  changing: '设备正在变更配置，完成后再续费',
}
