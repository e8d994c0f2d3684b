import { formatCount } from '@yunji/contract/display/text'
import { spacePath } from '../../../shared/navigation/page-paths.ts'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { upload } from '../../../shared/ui/icon/files.ts'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { percentOf, type UploadItem } from '../uploads/upload-item.ts'
import { useUploads } from '../uploads/uploads.ts'
import styles from './space-files.module.css'

const sumOf = (items: readonly UploadItem[], bytes: (item: UploadItem) => number): number =>
  items.reduce((sum, item) => sum + bytes(item), 0)

const textOf = (items: readonly UploadItem[], isSending: boolean): string | undefined => {
  const underWay = items.filter(({ state }) => state === 'sending' || state === 'waiting')
  if (underWay.length > 0) {
    const percent = percentOf(
      sumOf(underWay, ({ sentBytes }) => sentBytes),
      sumOf(underWay, ({ file }) => file.sizeBytes),
    )
    return `正在上传 ${formatCount(underWay.length)} 个文件 ${percent}%`
  }
  if (items.some(({ state }) => state === 'interrupted')) return '网络中断，恢复后会自动继续上传'
  return isSending ? '正在发送到云手机' : undefined
}

/** Transfers under way, above the files. */
export function TransferBanner({ isSending }: { readonly isSending: boolean }) {
  const { items } = useUploads()
  const failed = items.filter(({ state }) => state === 'failed').length
  const text = textOf(items, isSending)
  return (
    <>
      {text && (
        <Box className={styles.banner}>
          <NoticeBar tone="brand" icon={upload} text={text} isOneLine action="查看" to={spacePath('transfers')} />
        </Box>
      )}
      {failed > 0 && (
        <Box className={styles.banner}>
          <NoticeBar
            tone="dead"
            icon={alert}
            text={`${formatCount(failed)} 个文件没有上传`}
            isOneLine
            action="查看原因"
            to={spacePath('transfers')}
          />
        </Box>
      )}
    </>
  )
}
