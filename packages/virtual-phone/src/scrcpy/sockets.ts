import { type ServerOptions, socketName } from '@yunji/phone-protocol/scrcpy/options'
import type { PhoneSocket, ScrcpyContext } from './types.ts'

export type SocketRole = 'video' | 'audio' | 'control'

export type Sockets = ReadonlyMap<SocketRole, PhoneSocket>

const ROLES: readonly SocketRole[] = ['video', 'audio', 'control']

/** One socket for each stream, in scrcpy's order. */
export function openSockets(context: ScrcpyContext, options: ServerOptions, signal: AbortSignal): Promise<Sockets> {
  const roles = ROLES.filter((role) => options[role])
  return options.tunnel_forward
    ? acceptSockets(context, options, roles, signal)
    : connectSockets(context, options, roles)
}

/** Forward tunnel: the host connects, and a dummy byte confirms the connection. */
function acceptSockets(
  context: ScrcpyContext,
  options: ServerOptions,
  roles: readonly SocketRole[],
  signal: AbortSignal,
): Promise<Sockets> {
  const { promise, resolve, reject } = Promise.withResolvers<Sockets>()
  const sockets = new Map<SocketRole, PhoneSocket>()
  const giveUp = (reason: unknown) => {
    stopListening()
    for (const socket of sockets.values()) socket.close()
    reject(reason)
  }
  const stopListening = context.listen(socketName(options.scid), (socket) => {
    const role = roles[sockets.size]
    if (!role) return socket.close()
    socket.onClose(() => giveUp(new Error(`the ${role} socket closed too early`)))
    if (sockets.size === 0 && options.send_dummy_byte) socket.write(new Uint8Array(1)).catch(giveUp)
    sockets.set(role, socket)
    if (sockets.size < roles.length) return
    stopListening()
    resolve(sockets)
  })
  signal.addEventListener('abort', () => giveUp(signal.reason), { once: true })
  return promise
}

/** Reverse tunnel: the phone connects. */
async function connectSockets(
  context: ScrcpyContext,
  options: ServerOptions,
  roles: readonly SocketRole[],
): Promise<Sockets> {
  const sockets = new Map<SocketRole, PhoneSocket>()
  try {
    for (const role of roles) sockets.set(role, await context.connectReverse(socketName(options.scid)))
    return sockets
  } catch (error) {
    for (const socket of sockets.values()) socket.close()
    throw error
  }
}
