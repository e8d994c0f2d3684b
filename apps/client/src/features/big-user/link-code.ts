/** What an operator hands out: the code alone, or the whole address that it stands in. */
const LINK_CODE = /^[A-Za-z0-9_-]{8,64}$/
const IN_ADDRESS = /[?&]linkCode=([A-Za-z0-9_-]+)/

/** The code in what somebody typed or pasted; nothing where there is none. */
export const linkCodeIn = (text: string): string | undefined => {
  const trimmed = text.trim()
  const code = IN_ADDRESS.exec(trimmed)?.[1] ?? trimmed
  return LINK_CODE.test(code) ? code : undefined
}
