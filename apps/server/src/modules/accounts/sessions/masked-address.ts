/** Enough to tell one's own network by: the last part, or the last half of an IPv6 address, is nobody's business. */
export const maskedAddress = (address: string): string => {
  const plain = address.replace(/^::ffff:/, '')
  if (/^\d+(\.\d+){3}$/.test(plain)) return plain.replace(/\d+$/, '*')
  return plain.includes(':') ? `${plain.split(':').slice(0, 3).join(':')}:*` : plain
}
