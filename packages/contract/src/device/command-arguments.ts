import { hasHiddenCharacters } from '../validation/hidden-characters.ts'
import { isUrl } from '../validation/url.ts'

/** An address that a phone may be told to open: http or https, no user name, nothing that reads otherwise than it is. */
export const canOpenUrl = (text: string): boolean => !hasHiddenCharacters(text) && isUrl(text)

/** An Android package: at least two parts, each beginning with a letter. */
export const PACKAGE_NAME_PATTERN = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/
