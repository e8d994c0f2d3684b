const URL_MAXIMUM_CHARACTERS = 2048
const HIGHEST_PORT = 65_535

const LABEL = '[\\p{L}\\d](?:[\\p{L}\\d-]{0,61}[\\p{L}\\d])?'
const NAME = `(?:${LABEL}\\.)+(?:\\p{L}{2,63}|xn--[a-z\\d-]{1,59})`
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d{2}|[1-9]?\\d)'
const HOST = `(?:localhost|${NAME}|${OCTET}(?:\\.${OCTET}){3})`
const WEB_ADDRESS = new RegExp(`^https?://${HOST}(?::(\\d{1,5}))?(?:[/?#]\\S*)?$`, 'iu')

/**
 * An address of the web: http or https, a name with a dot, an IPv4 address or this machine, no user name, no spaces.
 * Written out because the mini-program has no `URL` to ask.
 */
export const isUrl = (text: string): boolean => {
  const match = text.length <= URL_MAXIMUM_CHARACTERS && WEB_ADDRESS.exec(text)
  return match ? Number(match[1] ?? 0) <= HIGHEST_PORT : false
}
