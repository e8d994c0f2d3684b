import type { RecognizedIdCard } from '@yunji/contract/accounts/verification/schema'

export interface IdCardReader {
  /** Null when unreadable: the user then types the data. */
  read(picture: Buffer): Promise<RecognizedIdCard | null>
}
