import { ErrorCode } from '@yunji/contract/wire/error-codes'
import type { Upload } from '@yunji/player/player-state'
import type { SentFile } from '../instance-store.ts'

interface UploadDisplay {
  readonly text: string
  readonly percent: number
  readonly isFailed: boolean
}

/** Progress of a file: upload first, then installation on the phone. */
export const uploadDisplay = (file: SentFile, onPhone: Upload | undefined): UploadDisplay => {
  if (file.failure !== undefined) return { text: file.failure, percent: 100, isFailed: true }
  if (file.isDone) return { text: '已完成', percent: 100, isFailed: false }
  if (onPhone?.state === 'installing') return { text: '正在写入云手机…', percent: 100, isFailed: false }
  const percent = Math.floor((onPhone?.progress ?? file.progress) * 100)
  return { text: `上传中 ${percent}%`, percent, isFailed: false }
}

const UNKNOWN = '上传失败，请稍后再试'

/** Reason of a refused file, from the server's answer; undefined when accepted. */
export const failureIn = (answer: unknown): string | undefined => {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return UNKNOWN
  if (answer.code === ErrorCode.OK) return undefined
  return 'msg' in answer && typeof answer.msg === 'string' && answer.msg !== '' ? answer.msg : UNKNOWN
}
