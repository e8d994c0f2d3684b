import { ErrorCode } from '@yunji/contract/wire/error-codes'

const UNKNOWN = '上传失败，请稍后再试'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why a file was not taken, from the server's answer; nothing when it was. */
export const failureIn = (text: string): string | undefined => {
  const answer = parse(text)
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return UNKNOWN
  if (answer.code === ErrorCode.OK) return undefined
  return 'msg' in answer && typeof answer.msg === 'string' && answer.msg !== '' ? answer.msg : UNKNOWN
}
