/** The middle four digits are hidden: the first three and the seventh to eleventh characters show (section 9). */
export const maskPhone = (phone: string): string =>
  phone.length < 11 ? phone : `${phone.slice(0, 3)}****${phone.slice(7, 11)}`
