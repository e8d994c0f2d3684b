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

export const isPackage = (name: string): boolean => name.toLowerCase().endsWith('.apk')

/** An app in several parts, or with expansion files. */
export const isPackageArchive = (name: string): boolean => /\.(xapk|apks)$/i.test(name)
