import { type EnvelopeCode, ErrorCode, type ErrorName } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'

interface Answer {
  readonly code: EnvelopeCode
  readonly text: string
  readonly httpStatus: number
}

const tip = (text: string, httpStatus = 200): Answer => ({ code: ErrorCode.SHOW_ERROR_TIP, text, httpStatus })

/** Failures without a code in the catalogue: 1080 with a text (section 7). */
const tips = {
  BAD_INPUT: tip('参数有误'),
  NOT_FOUND: tip('内容不存在或已被删除'),
  NO_PERMISSION: tip('没有权限进行此操作'),
  NO_RIGHT: tip('没有该设备的操作权限'),
  IN_TRANSFER: tip('设备正在转移中，请先取消转移'),
  DEVICE_NOT_RUNNING: tip('设备未运行'),
  PHONE_AWAY: tip('设备暂时连接不上，请稍后再试'),
  PHONE_FULL: tip('设备存储空间不足'),
  PHONE_REFUSED: tip('设备没有完成该操作'),
  PHONE_NOT_ERASED: tip('设备未能完全清空，请先移除锁屏密码和系统账号后重试'),
  PHONE_UNABLE: tip('该设备不支持此操作'),
  NOT_OPEN_YET: tip('该功能尚未开放'),
  PASSWORD_ALREADY_SET: tip('已设置过密码，请使用修改密码'),
  VERIFICATION_WAITING: tip('认证正在审核，请耐心等待'),
  VERIFICATION_PASSED: tip('已通过认证，无需重复提交'),
  DELETION_REFUSED: tip('账号暂不能注销'),
  SECOND_FACTOR_LOCKED: tip('验证码错误次数过多，请 15 分钟后再试'),
  PASSWORD_LOCKED: tip('密码错误次数过多，请 15 分钟后再试'),
  IDEMPOTENCY_KEY_REUSED: tip('请勿用同一请求编号提交不同内容'),
  NUMBER_SEARCHES_USED: tip('没有查看完整手机号的权限，每小时最多按手机号搜索 30 次，请稍后再试'),
  NOT_HTTP: tip('请求格式不正确', 400),
  TICKET_INVALID: tip('画面凭证已失效，请重新打开', 401),
  TOO_MANY_SCREENS: tip('同时打开的画面太多，请先关闭一些'),
  TOO_MANY_UPLOADS: tip('同时上传的文件太多，请等前面的传完'),
  UPLOAD_CONFLICT: tip('上传的进度已变化，请继续上传', 409),
  UPLOAD_REFUSED: tip('请先打开云手机再上传', 401),
  FOREIGN_ORIGIN: tip('不允许的请求来源', 403),
  FOREIGN_HOST: tip('不能通过该域名访问', 421),
  PATH_NOT_FOUND: tip('Not Found', 404),
  BODY_TOO_LARGE: tip('请求内容过大', 413),
  REQUEST_TOO_SLOW: tip('请求超时', 408),
  RATE_LIMITED: tip('操作太频繁，请稍后再试', 429),
  LENGTH_REQUIRED: tip('文件大小未知', 411),
  UPGRADE_REQUIRED: tip('请通过云手机页面打开', 426),
  HEADERS_TOO_LARGE: tip('请求头过大', 431),
  INTERNAL: tip('服务开小差了，请稍后再试', 500),
  UNAVAILABLE: tip('服务暂时不可用，请稍后再试', 503),
} as const satisfies Record<string, Answer>

export type AppErrorName = ErrorName | keyof typeof tips

/** The only table: error name → envelope code, Chinese text, HTTP status. */
export const answerOf = (name: AppErrorName): Answer =>
  name in tips
    ? tips[name as keyof typeof tips]
    : { code: ErrorCode[name as ErrorName], text: errorTexts[name as ErrorName], httpStatus: 200 }

interface AppErrorDetails {
  /** Replaces the table's text by a more exact one. */
  readonly text?: string
  /** Sent as the envelope's `data`. */
  readonly data?: unknown
}

/** The only error whose text is sent to the client. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly error: AppErrorName
  readonly data: unknown

  constructor(error: AppErrorName, details: AppErrorDetails = {}) {
    super(details.text ?? answerOf(error).text)
    this.error = error
    this.data = details.data ?? null
  }
}

/** For a `catch` that expects one error: false for it; every other one goes on. */
export const falseOn =
  (expected: AppErrorName) =>
  (error: unknown): false => {
    if (error instanceof AppError && error.error === expected) return false
    throw error
  }
