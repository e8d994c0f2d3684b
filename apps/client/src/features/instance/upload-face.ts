import type { Upload } from '@yunji/player/player-state'
import type { SentFile } from './instance-store.ts'

interface UploadFace {
  readonly text: string
  readonly percent: number
  readonly isFailed: boolean
}

/** How far a file is: on its way from here, and then on the phone. */
export const uploadFace = (file: SentFile, onPhone: Upload | undefined): UploadFace => {
  if (file.failure !== undefined) return { text: file.failure, percent: 100, isFailed: true }
  if (file.isDone) return { text: '已完成', percent: 100, isFailed: false }
  if (onPhone?.state === 'installing') return { text: '正在写入云手机…', percent: 100, isFailed: false }
  const percent = Math.floor((onPhone?.progress ?? file.progress) * 100)
  return { text: `上传中 ${percent}%`, percent, isFailed: false }
}
