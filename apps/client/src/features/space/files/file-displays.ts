import type { FileKind, FileSort } from '@yunji/contract/space/file/rules'
import { file, image, pack, video } from '../../../shared/ui/icon/files.ts'
import type { IconDrawing } from '../../../shared/ui/icon/icons.ts'

/** `backup` lists backups, which are no files. */
export type FileFilter = 'all' | FileKind | 'backup'

export const filterOptions: readonly { readonly value: FileFilter; readonly label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'app', label: '应用' },
  { value: 'picture', label: '图片' },
  { value: 'video', label: '视频' },
  { value: 'backup', label: '备份' },
  { value: 'audio', label: '音频' },
  { value: 'document', label: '文档' },
  { value: 'other', label: '其他' },
]

export const sortLabels: Readonly<Record<FileSort, string>> = {
  newest: '最新在前',
  oldest: '最早在前',
  largest: '最大在前',
  name: '按名称',
}

interface KindDisplay {
  readonly icon: IconDrawing
  readonly tone: 'indigo' | 'teal' | 'promo' | 'soon' | 'brand' | 'off'
}

/** Drawn on the grid and with the stroke of the other icons. */
const audio: IconDrawing =
  '<path d="M9 17.5V6l10.5-2v11.5"/><circle cx="6.5" cy="17.5" r="2.5"/><circle cx="17" cy="15.5" r="2.5"/>'

export const kindDisplays: Readonly<Record<FileKind, KindDisplay>> = {
  app: { icon: pack, tone: 'indigo' },
  picture: { icon: image, tone: 'teal' },
  video: { icon: video, tone: 'promo' },
  audio: { icon: audio, tone: 'soon' },
  document: { icon: file, tone: 'brand' },
  other: { icon: file, tone: 'off' },
}
