/** Control characters, and those that hide in text or turn its direction. Written out: older hosts know no classes of letters. */
const isHidden = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0xfeff

/** Text that reads otherwise than it is. */
export const hasHiddenCharacters = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) if (isHidden(text.charCodeAt(index))) return true
  return false
}
