import { maskPhone } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'

/** Letters that a mark can hold: anything else in a name of an address would be drawn too. */
const MARK_NAME = /^[\d*]{4,20}$/

/** The viewer as the mark names them; a visitor without an account has no number. */
export const markName = (phone: string | undefined, named: string | undefined): string => {
  if (phone) return maskPhone(phone)
  return named !== undefined && MARK_NAME.test(named) ? named : '访客'
}

export const markText = (name: string, nowMs: number): string => `${name} ${formatDate(nowMs, 'MM/DD HH:mm')}`

/** Tile of the mark: light letters with a dark edge, which can be seen on any picture. */
export const markDrawing = (text: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="140"><text x="110" y="76" transform="rotate(-24 110 70)" text-anchor="middle" font-family="sans-serif" font-size="14" fill="white" fill-opacity=".3" stroke="black" stroke-opacity=".22" stroke-width=".6">${text}</text></svg>`
