const PHONE_LENGTH = 11
const ID_SHOWN_EACH_END = 5

/** The middle four digits are hidden: the first three and the characters from 7 to 11 show. */
export const maskPhone = (phone: string): string =>
  phone.length < PHONE_LENGTH ? phone : `${phone.slice(0, 3)}****${phone.slice(7, PHONE_LENGTH)}`

/** Five characters show at each end. What is too short to hide anything between them is hidden whole. */
export const maskIdCard = (idCard: string): string => {
  const hidden = idCard.length - 2 * ID_SHOWN_EACH_END
  if (hidden <= 0) return '*'.repeat(idCard.length)
  return idCard.slice(0, ID_SHOWN_EACH_END) + '*'.repeat(hidden) + idCard.slice(-ID_SHOWN_EACH_END)
}
