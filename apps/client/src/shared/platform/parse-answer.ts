/** JSON as what it says; any other text, such as a gateway's own page, as it is. */
export const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
