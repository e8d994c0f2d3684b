export type PhoneErrorKind =
  /** No TCP connection, or no answer on it. */
  | 'unreachable'
  /** The phone does not know our key. */
  | 'unauthorised'
  /** The deadline passed; the operation may still take effect. */
  | 'timeout'
  /** The link broke or `close()` was called during the operation, which may have taken effect. */
  | 'lost'
  | 'noSpace'
  | 'absentPackage'
  | 'badPackage'
  /** The phone has a newer version of the app. */
  | 'packageDowngrade'
  /** The phone has the app with another signature. */
  | 'packageConflict'
  /** The package is for other phones: processor, version of Android, or a part of it is missing. */
  | 'packageUnfit'
  /** No archive of ours, damaged, or with names or links that lead out of their place. Nothing was changed. */
  | 'badArchive'
  | 'badUrl'
  /** The command ran and reported a failure. */
  | 'commandFailed'
  /** Something of a customer is left on the phone after a factory reset; the message says what. */
  | 'notErased'
  | 'noEncoder'
  | 'unsupported'
  /** A limit of this process is reached; a later attempt may succeed. */
  | 'throttled'

/** The only error that leaves this package, apart from mistakes of the caller. */
export class PhoneError extends Error {
  override readonly name = 'PhoneError'
  readonly kind: PhoneErrorKind

  constructor(kind: PhoneErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
