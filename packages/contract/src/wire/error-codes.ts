/** Every envelope code of the wire, by name. The numbers and their meaning are the specification's (section 8). */
export const ErrorCode = {
  OK: 200,
  USER_NOT_REGISTERED: 1000,
  USER_ALREADY_REGISTERED: 1001,
  USER_ID_EMPTY: 1002,
  PASSWORD_OR_PHONE_EMPTY: 1003,
  WECHAT_ACCOUNT_EMPTY: 1004,
  VERIFICATION_CODE_EMPTY: 1005,
  VERIFICATION_CODE_WRONG: 1006,
  ONE_KEY_LOGIN_FAILED: 1007,
  PHONE_VERIFICATION_FAILED: 1008,
  OLD_PASSWORD_WRONG: 1009,
  PASSWORD_VERIFICATION_FAILED: 1010,
  SMS_SENDING_FAILED: 1011,
  SMS_TYPE_FAILED: 1012,
  SMS_NEED_NOT_RESEND: 1013,
  GOODS_QUANTITY_EXCEEDED: 1014,
  BEANS_NOT_ENOUGH: 1015,
  PRICE_INCONSISTENT: 1016,
  OUT_OF_STOCK: 1017,
  GROUP_OPERATION_EMPTY: 1018,
  START_UP_STANDARD_NOT_MET: 1019,
  SMS_DAILY_LIMIT: 1020,
  ORDER_AMOUNT_ZERO: 1021,
  GOODS_NOT_EXIST: 1022,
  ORDER_PRICE_INCONSISTENT: 1023,
  DATA_EXPANSION_FAILED: 1024,
  BALANCE_NOT_ENOUGH: 1025,
  OVER_CLOUD_SPACE: 1026,
  BACKUP_FAILED: 1027,
  TASK_NOT_EXIST: 1028,
  FILE_EMPTY: 1029,
  FILE_EXISTS: 1030,
  GET_DEVICE_FAILED: 1031,
  BACKUP_FAILURE_EXISTS: 1032,
  DEVICE_NOT_SHUT_DOWN: 1033,
  DEVICE_BACKING_UP: 1034,
  DEVICE_RECOVERING: 1035,
  CLOUD_SPACE_NOT_ENOUGH: 1039,
  ACCOUNT_FROZEN: 1057,
  IN_BACKUP_OR_RECOVERY: 1065,
  TASK_INTERRUPTED: 1072,
  SHOW_ERROR_TIP: 1080,
  DELETE_ERROR: 1082,
  ILLEGAL_FILE: 1083,
  APP_NOT_EXIST: 1090,
  CANNOT_TRANSFER: 1330,
  MUST_SET_PASSWORD: 1331,
  LOGIN_TOKEN_INVALID: 2017,
} as const

export type ErrorName = keyof typeof ErrorCode
export type EnvelopeCode = (typeof ErrorCode)[ErrorName]

/** Codes that reach the caller as normal results; every other code is a rejection. */
export const passedCodes = [
  ErrorCode.OK,
  ErrorCode.BALANCE_NOT_ENOUGH,
  ErrorCode.OVER_CLOUD_SPACE,
  ErrorCode.OUT_OF_STOCK,
] as const
export type PassedCode = (typeof passedCodes)[number]

/** Codes that reject with the whole response instead of its message. */
export const wholeResponseCodes: readonly EnvelopeCode[] = [
  ErrorCode.APP_NOT_EXIST,
  ErrorCode.ACCOUNT_FROZEN,
  ErrorCode.CANNOT_TRANSFER,
]

/** How the request layer treats an answer, by its envelope code (section 7). */
export type AnswerKind = 'passed' | 'loginInvalid' | 'wholeResponse' | 'rejected'

const passed: ReadonlySet<number> = new Set(passedCodes)
const whole: ReadonlySet<number> = new Set(wholeResponseCodes)

export const isPassedCode = (code: EnvelopeCode): code is PassedCode => passed.has(code)

export const answerKindOf = (code: EnvelopeCode): AnswerKind => {
  if (isPassedCode(code)) return 'passed'
  if (code === ErrorCode.LOGIN_TOKEN_INVALID) return 'loginInvalid'
  return whole.has(code) ? 'wholeResponse' : 'rejected'
}
