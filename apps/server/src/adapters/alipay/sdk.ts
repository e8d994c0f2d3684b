import { Socket } from 'node:net'

/**
 * The SDK's HTTP client patches `destroy` of every socket to annotate its error, and throws when the same error object
 * comes twice: destroying two connections for one reason would end the process. Loaded this way, sockets stay
 * unpatched.
 */
const { destroy } = Socket.prototype
export const { AlipaySdk } = await import('alipay-sdk')
Socket.prototype.destroy = destroy
