const NAME_MAX_BYTES = 200

/** Characters that end a path, that Android's storage refuses, or that nobody can see. */
const REFUSED = /[/\\:*?"<>|\p{C}]/gu

/** The name a file gets on the phone: one part of a path, never a way out of its folder. Empty when nothing is left. */
export const fileNameOf = (given: string): string => {
  const plain = given.replaceAll(REFUSED, '_').trim().replace(/^\.+/, '')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 ? plain.slice(dot).slice(0, 16) : ''
  let stem = dot > 0 ? plain.slice(0, dot) : plain
  while (Buffer.byteLength(stem + ending) > NAME_MAX_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}

export const isPackage = (name: string): boolean => name.toLowerCase().endsWith('.apk')
