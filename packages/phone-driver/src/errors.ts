export type PhoneErrorKind =
  /** Nobody answers at the address. */
  | 'unreachable'
  /** The phone does not know our key. */
  | 'unauthorised'
  /** The operation did not end before its deadline; what was asked may still happen. */
  | 'timeout'
  /** The link broke, or the phone was closed, in the middle of the operation; what was asked may have happened. */
  | 'lost'
  | 'noSpace'
  | 'absentPackage'
  | 'badPackage'
  | 'badUrl'
  /** The phone did what it was told, and told that it failed. */
  | 'commandFailed'
  | 'noEncoder'
  | 'unsupported'

/** The only error that leaves this package, apart from mistakes of the caller. */
export class PhoneError extends Error {
  override readonly name = 'PhoneError'
  readonly kind: PhoneErrorKind

  constructor(kind: PhoneErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
