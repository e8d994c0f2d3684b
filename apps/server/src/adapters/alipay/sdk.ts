import { Socket } from 'node:net'

/**
 * The SDK's HTTP client writes its own note into every error that any socket of the process is destroyed with, and throws
 * where the same error comes a second time: whoever cuts two connections for one reason would end the process. Loaded this
 * way, it leaves sockets as they were.
 */
const { destroy } = Socket.prototype
export const { AlipaySdk } = await import('alipay-sdk')
Socket.prototype.destroy = destroy
