/** Kinds of files by the endings of their names. */
export const fileKinds = ['picture', 'video', 'audio', 'document', 'app', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

/** Orders of the list of files. */
export const fileSorts = ['newest', 'oldest', 'largest', 'name'] as const
export type FileSort = (typeof fileSorts)[number]

const ENDINGS: Readonly<Record<Exclude<FileKind, 'other'>, ReadonlySet<string>>> = {
  picture: new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'heic']),
  video: new Set(['mp4', 'mov', 'mkv', 'avi', 'webm', '3gp', 'm4v']),
  audio: new Set(['mp3', 'wav', 'm4a', 'flac', 'ogg', 'aac', 'amr']),
  document: new Set(['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'csv', 'md', 'epub']),
  app: new Set(['apk', 'xapk', 'apks']),
}

/** Programs of desktop computers: a phone cannot run them, and they are what malware is passed on as. */
const REFUSED_ENDINGS = new Set(['exe', 'msi', 'bat', 'cmd', 'com', 'scr', 'pif', 'vbs', 'ps1', 'lnk', 'dmg', 'ipa'])

/** Path separators, characters that Android's storage refuses, and invisible ones. */
const REFUSED_CHARACTERS = /[/\\:*?"<>|\p{C}]/u
export const FILE_NAME_MAX_BYTES = 200

const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

export const fileKindOf = (name: string): FileKind => {
  const ending = endingOf(name)
  const found = Object.entries(ENDINGS).find(([, endings]) => endings.has(ending))
  return (found?.[0] as FileKind | undefined) ?? 'other'
}

const utf8Length = (text: string): number => {
  let bytes = 0
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4
  }
  return bytes
}

/** Why a file of this name is not stored (1083); undefined when it is. */
export const fileNameRefusal = (name: string): string | undefined => {
  if (name.trim() === '' || name !== name.trim()) return '文件名不能为空，首尾不能是空格'
  if (name.startsWith('.') || REFUSED_CHARACTERS.test(name)) return '文件名不能以点开头，也不能包含 / \\ : * ? " < > |'
  if (utf8Length(name) > FILE_NAME_MAX_BYTES) return '文件名过长'
  if (REFUSED_ENDINGS.has(endingOf(name))) return '不支持电脑程序等文件类型'
  return undefined
}

/** The same name with a number before its ending: `照片 (2).jpg`. */
export const numberedName = (name: string, number: number): string => {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const suffix = ` (${number})${ending}`
  let short = stem
  while (utf8Length(short + suffix) > FILE_NAME_MAX_BYTES) short = [...short].slice(0, -1).join('')
  return short + suffix
}

/** Largest file. */
export const FILE_MAX_BYTES = 32 * 1024 ** 3
/** Uploads of an account that have begun and not ended (section 5: 52 files). */
export const MAX_OPEN_UPLOADS = 52
/** An upload that gets no byte for so long is dropped. */
export const UPLOAD_KEPT_MS = 24 * 60 * 60 * 1000
/** Deleted files and backups stay in the trash so long. */
export const TRASH_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Files above an ended plan are kept so long before the oldest are deleted. */
export const OVER_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Value of `size` that is added to a preview's address for a larger picture. */
export const PREVIEW_LARGE = 'large'
/** Files of one request. */
export const MAX_FILES_AT_ONCE = 100
