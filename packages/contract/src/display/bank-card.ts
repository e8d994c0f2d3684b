/** `6222 0212 3456 7890 123`: groups of four, whatever spaces were typed. */
export const groupBankCard = (cardNumber: string): string => cardNumber.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ')
