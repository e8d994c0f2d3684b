/** What came over the wire is not what the protocol allows; the connection it came from cannot be trusted further. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}
