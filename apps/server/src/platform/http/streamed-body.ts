import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Time for the sender of a refused body to read the response before the socket closes. */
const LINGER_MS = 1000

/** Gives handlers of the scope the body as a stream, of any type and length. */
export const acceptStreams = (scope: FastifyInstance): void => {
  scope.addContentTypeParser('*', (_request: unknown, payload: Readable, done: (e: null, b: Readable) => void) =>
    done(null, payload),
  )
}

/** Node would read a refused body of any length to its end. */
export const destroyUnreadBody = ({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
  if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref()
  done()
}
