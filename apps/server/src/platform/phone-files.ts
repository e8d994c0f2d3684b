import type { ArchiveUpload, PhoneConnection } from './phone-connection.ts'
import type { SupplierErrorKind } from './supplier.ts'

const NAME_MAX_BYTES = 200

/** Path separators, characters that Android's storage refuses, and invisible ones. */
const REFUSED = /[/\\:*?"<>|\p{C}]/gu

/** File name on the phone: a single path segment. Empty when no character is left. */
export const fileNameOf = (given: string): string => {
  const plain = given.replaceAll(REFUSED, '_').trim().replace(/^\.+/, '')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 ? plain.slice(dot).slice(0, 16) : ''
  let stem = dot > 0 ? plain.slice(0, dot) : plain
  while (Buffer.byteLength(stem + ending) > NAME_MAX_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}

const isPackage = (name: string): boolean => name.toLowerCase().endsWith('.apk')

/** An app in several parts, or with expansion files. */
export const isPackageArchive = (name: string): boolean => /\.(xapk|apks)$/i.test(name)

const FOLDER = '/sdcard/Download'

/** Sends a file to a phone: an app is installed, anything else goes to the downloads. */
export const sendToPhone = (connection: PhoneConnection, name: string, file: ArchiveUpload): Promise<void> => {
  if (isPackageArchive(name)) return connection.installArchive(file)
  return isPackage(name) ? connection.install(file) : connection.push(`${FOLDER}/${name}`, file)
}

/** Refusals of a package that somebody can do something about. */
export const packageRefusals: Partial<Record<SupplierErrorKind, string>> = {
  packageDowngrade: '云手机上已有更新的版本，请先卸载再安装',
  packageConflict: '云手机上已有签名不同的同名应用，请先卸载再安装',
  packageUnfit: '安装包不适合这台云手机，或者不完整',
}
