/** Input violates the protocol; the connection must be closed. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}
