/** Recognisable to the user: the last part, or the last half of an IPv6 address, is hidden. */
export const maskedAddress = (address: string): string => {
  const plain = address.replace(/^::ffff:/, '')
  if (/^\d+(\.\d+){3}$/.test(plain)) return plain.replace(/\d+$/, '*')
  return plain.includes(':') ? `${plain.split(':').slice(0, 3).join(':')}:*` : plain
}
