import type { RecognizedIdCard } from '@yunji/contract/accounts/verification/schema'

/** Reads the front of an identity card from its picture. */
export interface IdCardReader {
  /** Nothing when it cannot be read: the user then types. */
  read(picture: Buffer): Promise<RecognizedIdCard | null>
}
