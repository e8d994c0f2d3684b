export interface DecimalStyle {
  readonly places?: 0 | 1 | 2
  /** `12.50` becomes `12.5`, `12.00` becomes `12`. */
  readonly dropsZeros?: boolean
  /** `1286.50` becomes `1,286.50`. */
  readonly groupsThousands?: boolean
}

/**
 * A whole number of small units, written in a unit that is `10 ** scale` times as large, cut off after `places` and never
 * rounded. Works on digits: no division, so nothing that binary fractions could get wrong.
 */
export const cutDecimals = (
  smallUnits: number,
  scale: number,
  { places = 2, dropsZeros = false, groupsThousands = true }: DecimalStyle,
): string => {
  const digits = String(Math.abs(smallUnits)).padStart(scale + 1, '0')
  const whole = digits.slice(0, -scale)
  const kept = digits.slice(-scale).slice(0, places)
  const fraction = dropsZeros ? kept.replace(/0+$/, '') : kept
  const sign = smallUnits < 0 && /[1-9]/.test(whole + fraction) ? '-' : ''
  return `${sign}${groupsThousands ? grouped(whole) : whole}${fraction && `.${fraction}`}`
}

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
