/** Control characters, and those that hide in text or turn its direction. Written out: older hosts know no classes of letters. */
const isHidden = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0xfeff

/** Whether a text contains characters that are invisible or change its direction. */
export const hasHiddenCharacters = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) if (isHidden(text.charCodeAt(index))) return true
  return false
}

const URL_MAXIMUM_CHARACTERS = 2048
const LABEL_MAXIMUM_CHARACTERS = 63
const HIGHEST_PORT = 65_535
const HIGHEST_OCTET = 255

const WEB_ADDRESS = /^https?:\/\/([^\s/?#:@\\]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i
/** Chinese names count as they are written; older hosts know no classes of letters. */
const LABEL = /^[a-z\d一-龥](?:[a-z\d一-龥-]*[a-z\d一-龥])?$/i
const TOP_LABEL = /^(?:[a-z]{2,}|[一-龥]{2,}|xn--.+)$/i
const OCTET = /^(?:0|[1-9]\d{0,2})$/

const isName = (labels: readonly string[]): boolean =>
  labels.length > 1 &&
  labels.every((label) => label.length <= LABEL_MAXIMUM_CHARACTERS && LABEL.test(label)) &&
  TOP_LABEL.test(labels[labels.length - 1] ?? '')

const isIpv4 = (labels: readonly string[]): boolean =>
  labels.length === 4 && labels.every((label) => OCTET.test(label) && Number(label) <= HIGHEST_OCTET)

const isHost = (host: string): boolean => {
  const labels = host.split('.')
  return host.toLowerCase() === 'localhost' || isName(labels) || isIpv4(labels)
}

export const URL_MESSAGE = '请输入以 http 开头的完整网址'

/**
 * An address of the web: http or https, a name with a dot, an IPv4 address or this machine, no user name, no spaces.
 * Written out because the mini-program has no `URL` to ask.
 */
export const isUrl = (text: string): boolean => {
  const match = text.length <= URL_MAXIMUM_CHARACTERS && WEB_ADDRESS.exec(text)
  if (!match) return false
  const [, host = '', port = '0'] = match
  return isHost(host) && Number(port) <= HIGHEST_PORT
}
